use super::*;

#[test]
fn defaults_equal_core() {
    let text = ransack_text_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { text_options(&raw const text) }.unwrap();
    assert_eq!(core, TextOptions::default());
    let truncate = ransack_truncate_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { truncate_options(&raw const truncate) }.unwrap();
    assert_eq!(core, TruncateOptions::default());
    let wrap = ransack_wrap_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { wrap_options(&raw const wrap) }.unwrap();
    assert_eq!(core, WrapOptions::default());
}
