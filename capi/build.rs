//! Gives the shared library its SONAME and keeps it loaded.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let var = |name| std::env::var(name).unwrap_or_default();
    if var("CARGO_CFG_TARGET_OS") == "linux" {
        let major = var("CARGO_PKG_VERSION_MAJOR");
        println!("cargo::rustc-link-arg-cdylib=-Wl,-soname,libransack.so.{major}");
        // Pool threads may still be asleep in the library after `dlclose`.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
