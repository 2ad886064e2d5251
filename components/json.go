package components

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// MarshalJSON writes the fields that are set, under their Go names. What is pending is asked of the
// next tick alone and left out. Unmarshal into a zero Emitter to read it back. NaN and infinities,
// which no valid emitter has, are errors.
func (e Emitter) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	value := reflect.ValueOf(e)
	for i := range value.NumField() {
		field := value.Type().Field(i)
		if !field.IsExported() || strings.HasPrefix(field.Name, "Pending") || value.Field(i).IsZero() {
			continue
		}
		text, err := json.Marshal(value.Field(i).Interface())
		if err != nil {
			return nil, err
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.WriteString(`"` + field.Name + `":`)
		out.Write(text)
	}
	return []byte("{" + out.String() + "}"), nil
}
