//! Linker flags of the shared library: its SONAME, and NODELETE.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let var = |name| std::env::var(name).unwrap_or_default();
    if var("CARGO_CFG_TARGET_OS") == "linux" {
        let major = var("CARGO_PKG_VERSION_MAJOR");
        println!("cargo::rustc-link-arg-cdylib=-Wl,-soname,libransack.so.{major}");
        // Worker threads may still sleep in code of the library after `dlclose`.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
