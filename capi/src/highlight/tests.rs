use super::theme::class_of;
use super::*;

#[test]
fn class_numbers_equal_core() {
    for class in Class::ALL {
        assert_eq!(class_of(class as u32).unwrap(), class);
    }
    assert_eq!(
        Class::Warning as u32,
        ransack_highlight_class::Warning as u32
    );
    assert_eq!(
        Class::ALL.len(),
        ransack_highlight_class::Warning as usize + 1
    );
    assert_eq!(Class::Escape as u32, ransack_highlight_class::Escape as u32);
    assert!(class_of(24).is_err());
}
