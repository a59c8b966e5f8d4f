//! Tells the linker how addons are linked on this platform.

fn main() {
    napi_build::setup();
    // A worker thread that ends closes its handle to the addon while threads of
    // the pool may still run in it: the code has to stay mapped.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
