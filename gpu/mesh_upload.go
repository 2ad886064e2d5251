package gpu

// AddTo puts on the frame graph what changed since the last frame: uploads of the pages that were touched, and a node that
// works their world matrices out. Where nothing changed it adds nothing. It comes before the views' AddTo.
//
// Changes on a graph that was reset or refused are not lost: they are added again.
func (s *MeshScene) AddTo(g *FrameGraph) error {
	if s.released {
		return s.refuse(ErrUseAfterRelease, "it was released")
	}
	if err := s.fit(); err != nil {
		return err
	}
	m := &s.memory
	if s.tables {
		s.listPages()
		g.AddUpload(m.pages, 0, AsBytes(s.list))
		g.AddUpload(m.bounds, 0, AsBytes(s.bounds))
	}
	if !s.moved.none() {
		s.moved.runs(func(first, count int) {
			g.AddUpload(m.places, uint64(first*meshPage*64), AsBytes(s.places[first*meshPage:(first+count)*meshPage]))
		})
		s.span[0] = meshSpan{first: uint32(s.moved.first * meshPage), count: uint32((s.moved.last - s.moved.first + 1) * meshPage)}
		g.AddUpload(m.span, 0, AsBytes(s.span[:]))
		g.AddCompute(&s.node)
	}
	size := meshPage * s.stride
	s.looks.runs(func(first, count int) {
		g.AddUpload(m.payload, uint64(first*size), s.payload[first*size:(first+count)*size])
	})
	g.Then(s.written)
	return nil
}

// forget is called when the changes are on the device.
func (s *MeshScene) forget() {
	s.moved.clear()
	s.looks.clear()
	s.tables = false
}

// listPages orders the pages by batch.
func (s *MeshScene) listPages() {
	s.list = s.list[:0]
	s.listed++
	for i := range s.batches {
		b := &s.batches[i]
		b.first = len(s.list)
		for _, page := range b.pages {
			s.list = append(s.list, meshPageEntry{
				page: uint32(page), batch: uint32(i), first: uint32(b.first), last: uint32(b.first + len(b.pages) - 1),
			})
		}
	}
}

func (s *MeshScene) record(pass *ComputePass) {
	pass.SetPipeline(s.kernels.world)
	pass.SetBindGroup(0, s.memory.worldGroup)
	pass.Dispatch(groupsFor(int(s.span[0].count), meshPage), 1, 1)
}
