package gpu

import "github.com/cogentcore/webgpu/wgpu"

// BlendFactor is what a colour is multiplied with before the sum.
type BlendFactor uint8

// The factors.
const (
	FactorZero BlendFactor = iota
	FactorOne
	FactorSrcAlpha
	FactorOneMinusSrcAlpha
	FactorDstAlpha
	FactorOneMinusDstAlpha
	FactorDst
)

var nativeFactors = [...]wgpu.BlendFactor{
	wgpu.BlendFactorZero, wgpu.BlendFactorOne, wgpu.BlendFactorSrcAlpha, wgpu.BlendFactorOneMinusSrcAlpha,
	wgpu.BlendFactorDstAlpha, wgpu.BlendFactorOneMinusDstAlpha, wgpu.BlendFactorDst,
}

// Blend is how a new colour meets the one there: new × Src + old × Dst, for colour and alpha.
type Blend struct {
	SrcColor, DstColor BlendFactor
	SrcAlpha, DstAlpha BlendFactor
}

var (
	// BlendAdditive adds premultiplied light and leaves the target's alpha.
	BlendAdditive = Blend{SrcColor: FactorOne, DstColor: FactorOne, SrcAlpha: FactorZero, DstAlpha: FactorOne}
	// BlendPremultiplied covers with a premultiplied colour.
	BlendPremultiplied = Blend{SrcColor: FactorOne, DstColor: FactorOneMinusSrcAlpha, SrcAlpha: FactorOne, DstAlpha: FactorOneMinusSrcAlpha}
)

func (b *Blend) native() *wgpu.BlendState {
	component := func(src, dst BlendFactor) wgpu.BlendComponent {
		return wgpu.BlendComponent{Operation: wgpu.BlendOperationAdd, SrcFactor: nativeFactors[src], DstFactor: nativeFactors[dst]}
	}
	return &wgpu.BlendState{Color: component(b.SrcColor, b.DstColor), Alpha: component(b.SrcAlpha, b.DstAlpha)}
}
