#!/bin/bash
# Downloads the published packages that `--case outline-oracle` reads, into a directory per
# language: corpus.sh DIRECTORY [LANGUAGE...]. Needs npm, pip, cargo and, on Debian, apt-get. The
# language `syntax` makes the valid and invalid sources of `--case syntax-check`.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: corpus.sh DIRECTORY [LANGUAGE...]" >&2; exit 2; }
mkdir -p "$1"
root=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- typescript tsx javascript python ruby php rust go java c cpp syntax

npm_packages() {
  mkdir -p "$1"
  npm install --prefix "$1" --ignore-scripts --legacy-peer-deps --no-audit --no-fund "${@:2}"
}

debian_packages() {
  mkdir -p "$1"
  (
    cd "$1"
    apt-get download "${@:2}"
    for package in *.deb; do
      dpkg-deb --extract "$package" .
      rm "$package"
    done
  )
}

# Downloads the sources of Debian packages, which need lines `deb-src` in the list of sources.
debian_sources() {
  mkdir -p "$1"
  (
    cd "$1"
    apt-get source --download-only "${@:2}"
    for description in *.dsc; do
      dpkg-source --no-check --extract "$description"
    done
    rm -rf -- ./*.dsc ./*.tar.* ./*/.pc
  )
}

# Downloads crates, given as NAME@VERSION, each into a directory of its own. Build metadata, after
# `+`, is part of the name of the directory.
crates() {
  local dir=$1 crate package
  shift
  package=$(mktemp -d)
  mkdir -p "$dir" "$package/src"
  touch "$package/src/lib.rs"
  {
    printf '[package]\nname = "corpus"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n'
    for crate in "$@"; do printf '%s = "=%s"\n' "${crate%@*}" "${crate#*@}"; done
  } >"$package/Cargo.toml"
  cargo vendor --quiet --versioned-dirs --manifest-path "$package/Cargo.toml" "$package/all" >/dev/null
  for crate in "$@"; do mv "$package/all/${crate/@/-}" "$dir/"; done
  rm -rf "$package"
}

for language in "$@"; do
  dir=$root/$language
  case $language in
    typescript)
      npm_packages "$dir" effect@4.1.0 rxjs@7.8.2 zod@4.6.7 viem@2.57.20 openai@6.49.0 \
        @anthropic-ai/sdk@1.12.0 @deck.gl/core@9.4.0 ajv@8.20.0 @trpc/server@11.25.2
      ;;
    tsx)
      npm_packages "$dir" react-native-paper@5.15.3 react-aria-components@1.22.1 \
        @react-spectrum/s2@1.7.1 @blueprintjs/core@6.20.0
      ;;
    javascript)
      npm_packages "$dir" eslint@10.15.0 webpack@5.112.2 three@0.187.0 lodash@4.18.1 \
        express@5.3.0 svelte@5.57.3 mocha@12.0.3
      ;;
    python)
      mkdir -p "$dir"
      pip install --quiet --no-deps --no-compile --target "$dir" django==5.2.19 sqlalchemy==2.1.9 \
        flask==3.1.3 rich==15.0.0 pytest==9.2.0 sympy==1.14.0
      cp -r "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')/." "$dir/stdlib"
      rm -rf "$dir/stdlib/site-packages"
      debian_packages "$dir/testsuite" libpython3.11-testsuite
      ;;
    python-testsuite)
      # Code that tests the parser and the compiler of Python, not in the default list.
      debian_packages "$dir" libpython3.11-stdlib libpython3.11-testsuite
      ;;
    ruby)
      debian_packages "$dir" ruby-activerecord ruby-actionpack ruby-activesupport \
        ruby-activemodel ruby-railties libruby3.1 rake rubocop jekyll ruby-rspec-core ruby-sinatra \
        puppet ruby-sequel
      ;;
    php)
      debian_packages "$dir" phpunit composer php-symfony-console php-symfony-http-kernel php-twig \
        php-monolog php-doctrine-dbal php-doctrine-orm php-laravel-framework php-guzzlehttp-guzzle \
        php-parser wordpress
      ;;
    rust)
      crates "$dir" tokio@1.54.1 serde@1.0.229 syn@3.0.10 regex@1.13.2 regex-automata@0.4.19 \
        clap_builder@4.6.7 hyper@1.12.0 rayon@1.12.0 bevy_ecs@0.20.1 nom@8.0.0 polars-core@0.55.2
      ;;
    go)
      debian_packages "$dir" golang-1.19-src golang-golang-x-tools-dev golang-github-docker-docker-dev \
        golang-google-grpc-dev golang-github-spf13-cobra-dev golang-github-gin-gonic-gin-dev \
        golang-github-prometheus-client-golang-dev golang-etcd-server-dev
      ;;
    java)
      debian_packages "$dir" openjdk-17-source
      unzip -q "$dir/usr/lib/jvm/openjdk-17/lib/src.zip" -d "$dir"
      rm -r "$dir/usr"
      ;;
    c)
      # Packages whose C code compiles without a configuration.
      crates "$dir" aws-lc-sys@0.47.0 bzip2-sys@0.1.13+1.0.8 freetype-sys@0.23.0 \
        libsqlite3-sys@0.40.0 libuv-sys2@1.53.1 libwebp-sys@0.14.4 libz-sys@1.1.31 \
        lua-src@551.1.0 pg_query@18.1.0 raylib-sys@6.0.0 rquickjs-sys@0.14.0 tree-sitter@0.27.1 \
        zstd-sys@2.1.3+zstd.1.5.7
      ;;
    cpp)
      debian_sources "$dir" abseil fmtlib googletest leveldb nlohmann-json3 protobuf re2 snappy
      # Code in other languages, and a header that the build writes.
      rm -rf "$dir"/protobuf-*/{objectivec,php,ruby,csharp,python} "$dir"/*/third_party
      debian_packages "$dir/snappy-dev" libsnappy-dev
      mv "$dir"/snappy-dev/usr/include/snappy-stubs-public.h "$dir"/snappy-[0-9]*/
      rm -r "$dir/snappy-dev"
      ;;
    syntax)
      rm -rf "$dir"
      mkdir -p "$dir/invalid" "$dir/valid" "$dir/packages"
      npm_packages "$dir/packages" test262-parser-tests@0.0.5
      tests=$dir/packages/node_modules/test262-parser-tests
      mv "$tests/fail" "$dir/invalid/test262-fail"
      mv "$tests/early" "$dir/invalid/test262-early"
      mv "$tests/pass" "$dir/valid/test262-pass"
      mv "$tests/pass-explicit" "$dir/valid/test262-pass-explicit"
      debian_packages "$dir/packages" libpython3.11-testsuite
      python3 "$(dirname "$0")/snippets.py" \
        "$dir/packages/usr/lib/python3.11/test/test_syntax.py" "$dir/invalid/python"
      rm -r "$dir/packages"
      ;;
    *)
      echo "no corpus is known for $language" >&2
      exit 2
      ;;
  esac
done
