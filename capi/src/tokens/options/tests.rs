use super::*;

#[test]
fn defaults_equal_core() {
    let options = ransack_token_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { token_options(&raw const options) }.unwrap();
    assert_eq!(
        core.allowed_special,
        TokenOptions::default().allowed_special
    );
    let options = ransack_tiktoken_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { tiktoken_options(&raw const options) }.unwrap();
    let default = TiktokenOptions::default();
    assert_eq!(core.pattern, default.pattern);
    assert_eq!(core.special_tokens, default.special_tokens);
    let options = ransack_truncate_tokens_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { truncate_tokens_options(&raw const options) }.unwrap();
    assert_eq!(core, TruncateTokensOptions::default());
}
