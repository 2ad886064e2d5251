package gpu

// pageMarks says which pages of slots changed.
type pageMarks struct {
	marks       []bool
	first, last int // of the marked pages; last < first: none
}

func (m *pageMarks) grow(pages int) {
	for len(m.marks) < pages {
		m.marks = append(m.marks, false)
	}
}

func (m *pageMarks) mark(page int) {
	if m.marks[page] {
		return
	}
	if m.none() {
		m.first, m.last = page, page
	}
	m.marks[page] = true
	m.first, m.last = min(m.first, page), max(m.last, page)
}

func (m *pageMarks) markAll() {
	for page := range m.marks {
		m.mark(page)
	}
}

func (m *pageMarks) none() bool { return m.last < m.first || len(m.marks) == 0 || !m.marks[m.first] }

func (m *pageMarks) clear() {
	clear(m.marks)
	m.first, m.last = 0, -1
}

// mergeGap is how many unchanged pages are uploaded along, as a write costs more than they do.
const mergeGap = 4

// runs calls f with the first and the number of pages of each run that changed.
func (m *pageMarks) runs(f func(first, count int)) {
	if m.none() {
		return
	}
	start, end := m.first, m.first
	for page := m.first + 1; page <= m.last; page++ {
		switch {
		case !m.marks[page]:
		case page-end <= mergeGap:
			end = page
		default:
			f(start, end-start+1)
			start, end = page, page
		}
	}
	f(start, end-start+1)
}
