// Package label writes words into an image, a square cell each, for particles that show them.
package label

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const (
	cell   = 256 // side of a word's square, texels
	margin = 4   // texels that stay empty round each word
	tall   = 46  // of the letters, texels; a long word gets smaller ones
)

// Atlas is an image of words and the part of it, as origin x, y and size x, y in 0..1, that each fills.
type Atlas struct {
	Image *image.NRGBA
	Rects [][4]float32
}

// New writes each word in white in the middle of a transparent square.
func New(words ...string) (*Atlas, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("label: there are no words; pass at least one")
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	columns := int(math.Ceil(math.Sqrt(float64(len(words)))))
	rows := (len(words) + columns - 1) / columns
	a := &Atlas{Image: image.NewNRGBA(image.Rect(0, 0, columns*cell, rows*cell))}
	for i := range a.Image.Pix {
		if i%4 != 3 {
			a.Image.Pix[i] = 255 // white also where it is clear, so that filtering brings in no dark rim
		}
	}
	for i, word := range words {
		x, y := i%columns*cell, i/columns*cell
		if err := write(a.Image, bold, word, x, y); err != nil {
			return nil, fmt.Errorf("label %q: %w", word, err)
		}
		a.Rects = append(a.Rects, [4]float32{
			float32(x) / float32(columns*cell), float32(y) / float32(rows*cell), 1 / float32(columns), 1 / float32(rows),
		})
	}
	return a, nil
}

// write puts a word into the cell at x, y, as large as it fits.
func write(to *image.NRGBA, bold *opentype.Font, word string, x, y int) error {
	for size := float64(tall); ; size *= 0.9 {
		face, err := opentype.NewFace(bold, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return err
		}
		wide := font.MeasureString(face, word).Ceil()
		if wide > cell-2*margin && size > 4 {
			continue
		}
		mask := image.NewAlpha(image.Rect(0, 0, cell, cell))
		pen := font.Drawer{
			Dst: mask, Src: image.NewUniform(color.Alpha{255}), Face: face,
			Dot: fixed.P((cell-wide)/2, cell/2+int(size*0.36)),
		}
		pen.DrawString(word)
		for v := margin; v < cell-margin; v++ {
			for u := margin; u < cell-margin; u++ {
				to.Pix[to.PixOffset(x+u, y+v)+3] = mask.AlphaAt(u, v).A
			}
		}
		return nil
	}
}
