use std::sync::mpsc;

use super::*;
use ransack_base::AbortReason;
use ransack_base::ErrorKind;

const TEXT: [u8; 2 * INLINE_BYTES] = [b' '; 2 * INLINE_BYTES];

#[test]
fn an_abort_keeps_what_is_painted_and_does_not_wait_for_the_rest() {
    let token = CancelToken::new();
    let (open, gate) = mpsc::channel::<()>();
    let (end, ends) = mpsc::channel();
    let (map, result) = run_detached(&TEXT, &token.clone(), move |_, map, _| {
        map.painter().paint(1..3, 7);
        let embedded = ClassMap {
            classes: vec![PLAIN; 2],
            partial_lines: vec![1],
        };
        map.write_parts(&[2..3, 3..4], &embedded);
        token.cancel(AbortReason::User);
        gate.recv().unwrap();
        map.painter().paint(5..6, 8);
        map.write_parts(&[8..9, 9..10], &embedded);
        end.send(()).unwrap();
        Ok(())
    });
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Aborted);
    assert_eq!(map.classes[..8], [0, 7, 0, 0, 0, 0, 0, 0]);
    assert_eq!(
        (map.classes.len(), map.partial_lines),
        (TEXT.len(), vec![3])
    );
    open.send(()).unwrap();
    ends.recv().unwrap();
}

#[test]
fn a_map_that_an_abort_cuts_short_is_completed_without_classes() {
    let token = CancelToken::new();
    let len = 2 * COPY_BYTES + 1;
    let (map, filled) = ClassMap::plain(len, &token);
    assert!(filled.is_ok() && map.classes == vec![PLAIN; len]);
    token.cancel(AbortReason::User);
    let (mut map, filled) = ClassMap::plain(len, &token);
    assert!(filled.is_err() && map.classes.len() < len);
    map.complete(len);
    assert!(map.classes == vec![PLAIN; len]);
}

#[test]
fn a_panic_is_an_error_and_keeps_what_is_painted() {
    let (map, result) = run_detached(&TEXT, &CancelToken::new(), |_, map, _| -> Result<()> {
        map.painter().paint(0..1, 7);
        panic!("the task panics");
    });
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Internal);
    assert_eq!(map.classes[..2], [7, 0]);
}

#[test]
fn a_painter_flushes_more_ranges_than_one_batch() {
    let (map, result) = run_detached(&TEXT, &CancelToken::new(), |text, map, _| {
        let mut painter = map.painter();
        for at in 0..text.len() - 1 {
            painter.paint(at..at + 2, (at % 251) as u8);
        }
        painter.paint(text.len()..text.len() + 1, 9);
        Ok(text.len())
    });
    assert_eq!(result.unwrap(), TEXT.len());
    let last = TEXT.len() - 1;
    assert!((0..last).all(|at| map.classes[at] == (at % 251) as u8));
    assert_eq!(map.classes[last], ((last - 1) % 251) as u8);
}
