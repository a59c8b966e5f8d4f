//! Imports of any text: read, organised, added and removed.

use ransack::{
    CancelToken, Error, ErrorKind, ImportRemoval, ImportRequest, add_imports, check_syntax,
    exports, imports, organise_imports, remove_imports,
};

use super::Input;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let text = input.rest();
    let token = CancelToken::new();
    let found = match imports(text, language, &token) {
        Ok(found) => found,
        Err(error) => return refused(&error),
    };
    for import in &found.items {
        assert!(import.span.end.offset <= text.len(), "{import:?}");
        for name in &import.names {
            assert!(name.span.end.offset <= text.len(), "{name:?}");
        }
    }
    match exports(text, language, &token) {
        Ok(found) => assert!(found.items.iter().all(|e| e.span.end.offset <= text.len())),
        Err(error) => refused(&error),
    }

    let is_valid = check_syntax(text, language, &token).unwrap().is_empty();
    let valid = |changed: &[u8], what: &str| {
        if is_valid {
            // C grammars report a directive without a line feed as an error if nothing precedes it.
            let ended = [changed, b"\n"].concat();
            let faults = check_syntax(&ended, language, &token).unwrap();
            let shown = String::from_utf8_lossy(changed);
            assert!(faults.is_empty(), "{what}: {shown:?}: {faults:?}");
        }
    };
    let organised = match organise_imports(text, language, None, &token) {
        Ok(organised) => organised,
        Err(error) => return refused(&error),
    };
    valid(&organised, "organised");
    let again = organise_imports(&organised, language, None, &token).unwrap();
    assert_eq!(shown(&again), shown(&organised), "organised twice");

    let requests = [ImportRequest::new("zz")];
    match add_imports(text, language, &requests, &token) {
        Err(error) => refused(&error),
        Ok(added) => {
            valid(&added.text, "added");
            let again = add_imports(&added.text, language, &requests, &token).unwrap();
            if is_valid {
                assert_eq!(shown(&again.text), shown(&added.text), "added twice");
            }
        }
    }
    for import in found.items.iter().take(3) {
        let removal = [ImportRemoval::module(&import.module)];
        match remove_imports(text, language, &removal, &token) {
            Err(error) => refused(&error),
            Ok(removed) => valid(&removed, "removed"),
        }
    }
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

fn refused(error: &Error) {
    let expected = [ErrorKind::InvalidOption, ErrorKind::UnknownName];
    assert!(expected.contains(&error.kind()), "{error}");
}
