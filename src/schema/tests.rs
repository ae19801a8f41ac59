use super::*;

#[test]
fn every_kind_and_field_is_in_both() {
    let schema = schema();
    for group in GROUPS {
        assert_eq!(TYPES.matches(&format!(" {} ", group.name)).count(), 1, "{}", group.name);
        let definition = schema["$defs"][group.name].to_string();
        let parameters: Vec<&Parameter> = match group.form {
            Form::Object(lists) => lists.iter().copied().flatten().collect(),
            Form::One(fields) => fields.iter().collect(),
            Form::Tagged { entries, common, .. } => {
                for entry in entries {
                    assert!(TYPES.contains(&format!("\"{}\";", entry.kind)), "{}", entry.kind);
                    assert!(definition.contains(&format!("\"const\":\"{}\"", entry.kind)), "{}", entry.kind);
                }
                entries.iter().flat_map(|entry| entry.parameters).chain(common).collect()
            }
        };
        for parameter in parameters {
            assert!(TYPES.contains(&format!("/** {} */", parameter.about)), "{}", parameter.name);
            assert!(definition.contains(&format!("\"{}\":{{", parameter.name)), "{}", parameter.name);
        }
    }
    assert!(!TYPES.contains('\0'));
}
