use super::*;

#[test]
fn a_stream_is_send() {
    fn is_send<T: Send>() {}
    is_send::<HighlightStream>();
}
