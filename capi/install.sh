#!/bin/sh
# Installs the C library: header, shared library under its SONAME, static library, and the files
# with which pkg-config and CMake find them. `capi/install.sh --help` lists the options.
#
# Only the names of the header are global in the installed static library. Cargo's own
# libransack.a also has those of the parsers and of Rust's standard library, which collide with a
# program that has its own; so this script links all of it into one object and makes every other
# name local. The shared library has an export list and needs no change.
set -eu

usage() {
    cat <<'HELP'
usage: capi/install.sh [OPTION...]
  --prefix DIR      installation directory (default /usr/local)
  --destdir DIR     directory put before the prefix while files are copied (default none)
  --libdir NAME     directory of the libraries below the prefix (default lib)
  --features LIST   only these features, separated by commas: ast, backtracking, highlight, outline,
                    tokens, lang-NAME, all-languages, packed-grammars; "" for search of text and
                    paths only (default all)
  --from DIR        install the libraries that cargo has built in DIR; without it they are built
Tools: cargo and GNU binutils; LD, NM, OBJCOPY and AR name others, for another target.
HELP
}

prefix=/usr/local destdir='' libdir=lib from='' has_features='' features=''
while [ $# -gt 0 ]; do
    case $1 in
    --help) usage && exit ;;
    --prefix | --destdir | --libdir | --features | --from)
        [ $# -gt 1 ] || { echo "$1 needs a value" >&2; exit 2; }
        case $1 in
        --prefix) prefix=$2 ;;
        --destdir) destdir=$2 ;;
        --libdir) libdir=$2 ;;
        --features) has_features=1 features=$2 ;;
        --from) from=$2 ;;
        esac
        shift 2
        ;;
    *)
        echo "unknown option: $1" >&2
        usage >&2
        exit 2
        ;;
    esac
done
case $prefix in
/*) ;;
*) echo "the prefix must be an absolute path: $prefix" >&2; exit 2 ;;
esac
if [ "$(uname -s)" != Linux ]; then
    echo "this script installs on Linux only; elsewhere copy include/ransack.h and the libraries" >&2
    exit 1
fi

capi=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$capi/../Cargo.toml")
major=${version%%.*}
minor=${version#*.} minor=${minor%%.*}
# Before 1.0 a minor version may break the ABI.
soversion=$major
[ "$major" != 0 ] || soversion=0.$minor

if [ -z "$from" ]; then
    set -- build --profile dist --locked --lib --package ransack-capi
    if [ -n "$has_features" ]; then
        # The features of languages belong to the crate `ransack`.
        features=$(printf %s "$features" | sed -e 's!^lang-!ast,ransack/lang-!' -e 's!,lang-!,ast,ransack/lang-!g')
        set -- "$@" --no-default-features --features "$features"
    else
        set -- "$@" --features packed-grammars
    fi
    # The scanner of lang-just refuses to be compiled without assertions, and cargo passes the same
    # CFLAGS to every crate.
    case "${CFLAGS-} ,$features,$has_features" in
    *-DNDEBUG*,all-languages,* | *-DNDEBUG*lang-just,* | *-DNDEBUG*' ,,')
        export CFLAGS="$CFLAGS -UNDEBUG"
        ;;
    esac
    (cd "$capi" && cargo "$@")
    from=$(cd "$capi" && cargo metadata --no-deps --format-version 1 |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/dist
elif [ -n "$has_features" ]; then
    echo "--features has no effect on libraries that are built already (--from)" >&2
    exit 2
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Link everything that the functions of the library use into one object, and leave only their names
# global. Sections stay separate (--unique) so that a program linked with --gc-sections gets what it
# uses only. Group signatures would tie names of several objects together, so groups are dissolved.
# Rust's bitcode is removed: no linker needs it, and LLVM's plugin for ar rejects it.
"${NM:-nm}" --dynamic --defined-only "$from/libransack.so" | awk '{ print $3 }' >"$scratch/names"
sed 's/^/--undefined=/' "$scratch/names" >"$scratch/undefined"
"${LD:-ld}" -r --gc-sections --unique --strip-debug --force-group-allocation \
    -o "$scratch/all.o" @"$scratch/undefined" "$from/libransack.a"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$scratch/names" \
    --remove-section=.llvmbc --remove-section=.llvmcmd "$scratch/all.o" "$scratch/ransack.o"
"${AR:-ar}" crs "$scratch/libransack.a" "$scratch/ransack.o"

# The fifth byte of an ELF file is its class: 1 for 32 bits, 2 for 64.
pointer_size=$(($(od -An -j4 -N1 -tu1 "$scratch/ransack.o") * 4))

# Fills in a template: up leads from the directory of the CMake files to the prefix.
up=../..
rest=$libdir
while [ -n "$rest" ]; do
    up=$up/..
    case $rest in
    */*) rest=${rest#*/} ;;
    *) rest='' ;;
    esac
done
fill() {
    sed -e "s|@PREFIX@|$prefix|g" -e "s|@LIBDIR@|$libdir|g" -e "s|@VERSION@|$version|g" \
        -e "s|@MAJOR@|$major|g" -e "s|@MINOR@|$minor|g" -e "s|@SOVERSION@|$soversion|g" \
        -e "s|@POINTER_SIZE@|$pointer_size|g" -e "s|@UP@|$up|g" \
        "$capi/$1" >"$scratch/filled"
    install -m 644 "$scratch/filled" "$2"
}

lib=$destdir$prefix/$libdir
mkdir -p "$lib/pkgconfig" "$lib/cmake/ransack" "$destdir$prefix/include"
install -m 644 "$capi/../include/ransack.h" "$capi/../include/ransack.cdef" \
    "$destdir$prefix/include/"
install -m 644 "$scratch/libransack.a" "$lib/libransack.a"
install -m 755 "$from/libransack.so" "$lib/libransack.so.$version"
ln -sf "libransack.so.$version" "$lib/libransack.so.$soversion"
ln -sf "libransack.so.$soversion" "$lib/libransack.so"
fill ransack.pc.in "$lib/pkgconfig/ransack.pc"
fill ransack-config.cmake.in "$lib/cmake/ransack/ransack-config.cmake"
fill ransack-config-version.cmake.in "$lib/cmake/ransack/ransack-config-version.cmake"
echo "installed libransack $version in $destdir$prefix"
