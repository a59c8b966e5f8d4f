//! Tells the linker how addons are linked on this platform.

fn main() {
    napi_build::setup();
}
