//! Linker flags of the shared library: its SONAME, and NODELETE. The tests get the name of their
//! target.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let var = |name| std::env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=TARGET={}", var("TARGET"));
    if var("CARGO_CFG_TARGET_OS") == "linux" {
        let (major, minor) = (
            var("CARGO_PKG_VERSION_MAJOR"),
            var("CARGO_PKG_VERSION_MINOR"),
        );
        // Before 1.0 a minor version may break the ABI.
        let version = if major == "0" {
            format!("0.{minor}")
        } else {
            major
        };
        println!("cargo::rustc-link-arg-cdylib=-Wl,-soname,libransack.so.{version}");
        // Worker threads may still sleep in code of the library after `dlclose`.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
