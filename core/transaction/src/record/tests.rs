use super::*;

fn record() -> EditRecord {
    let entry = |name: &[u8], kind| JournalEntry {
        name: os_str(name).to_owned(),
        kind,
    };
    let group = |dir: &str, made_in, entries| Group {
        dir: dir.into(),
        made_in,
        entries,
    };
    let rewrite = JournalEntryKind::Rewrite {
        old: 7,
        new: u128::MAX,
    };
    let added = |source| Added { new: 0, source };
    EditRecord {
        id: "1f".into(),
        leader: 1,
        groups: vec![
            group(
                "/a b/%\n",
                None,
                vec![
                    entry("ä %".as_bytes(), rewrite),
                    entry(b"x", JournalEntryKind::Remove),
                    entry(b"-", JournalEntryKind::Add(added(None))),
                ],
            ),
            group(
                "/c",
                None,
                vec![entry(
                    b"listed",
                    JournalEntryKind::Replace(added(Some((0, 1)))),
                )],
            ),
            group(
                "/c/d/e",
                Some(1),
                vec![entry(b"f", JournalEntryKind::Add(added(Some((1, 0)))))],
            ),
        ],
    }
}

#[test]
fn a_journal_parses_back_in_every_state() {
    let (record, text) = (record(), record().to_text());
    for (end, state) in [
        ("", State::Prepared),
        ("applyi", State::Prepared),
        ("applying\n", State::Applying),
        ("applying\ncommitted", State::Applying),
        ("applying\ncommitted\n", State::Committed),
    ] {
        let parsed = EditRecord::parse(&format!("{text}{end}"), "1f");
        assert_eq!(parsed, Some((record.clone(), state)), "{end}");
    }
    assert_eq!(EditRecord::parse(&text, "1e"), None);
}

#[test]
fn a_torn_or_altered_journal_is_incomplete() {
    let text = record().to_text();
    for len in 0..text.len() {
        assert_eq!(EditRecord::parse(&text[..len], "1f"), None, "{len}");
    }
    assert_eq!(EditRecord::parse(&text.replacen("/c", "/d", 1), "1f"), None);
}

#[test]
fn names_that_leave_the_directory_are_malformed() {
    for name in ["..", ".", "", "a/b", "/etc/passwd", "a/"] {
        let mut record = record();
        record.groups[0].entries[0].name = name.into();
        assert_eq!(EditRecord::parse(&record.to_text(), "1f"), None, "{name}");
    }
}

#[test]
fn indices_that_lead_nowhere_are_malformed() {
    let spoils: [fn(&mut EditRecord); 6] = [
        |record| record.leader = 3,
        |record| record.groups[2].made_in = Some(3),
        |record| record.groups[2].made_in = Some(2),
        // Not below the other directory.
        |record| record.groups[2].made_in = Some(0),
        |record| {
            let source = Some((0, 9));
            record.groups[2].entries[0].kind = JournalEntryKind::Add(Added { new: 0, source });
        },
        // An entry that removes nothing.
        |record| {
            let source = Some((0, 0));
            record.groups[2].entries[0].kind = JournalEntryKind::Add(Added { new: 0, source });
        },
    ];
    for (at, spoil) in spoils.iter().enumerate() {
        let mut record = record();
        spoil(&mut record);
        assert_eq!(EditRecord::parse(&record.to_text(), "1f"), None, "{at}");
    }
}

#[test]
fn created_directories_are_listed_outermost_first() {
    let dirs = |group| record().made_dirs(group, Path::new("/moved"));
    assert_eq!(dirs(1), [""; 0].map(PathBuf::from));
    assert_eq!(dirs(2), ["/moved/d", "/moved/d/e"].map(PathBuf::from));
}

#[test]
fn journals_of_other_formats_are_recognized() {
    let text = record().to_text();
    let other = text.replacen(" 4 ", " 3 ", 1);
    assert_eq!(other_version(&text, "1f"), None);
    assert_eq!(other_version(&other, "1f"), Some("3"));
    assert_eq!(other_version(&other, "1e"), None);
    assert_eq!(other_version("ransack-edit x 1f 0\n", "1f"), None);
}

#[test]
fn a_journal_name_has_an_id_and_a_group() {
    assert_eq!(
        parse_journal_name(&journal_name("1f", 12)),
        Some(("1f", 12))
    );
    assert_eq!(parse_journal_name(".ransack-edit-1f.journal"), None);
    assert_eq!(parse_journal_name(".ransack-edit-1f-x.journal"), None);
}
