#!/bin/bash
# Downloads the published packages that `--case outline-oracle` reads, into a directory per
# language: corpus.sh DIRECTORY [LANGUAGE...]. Needs npm, pip and, on Debian, apt-get.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: corpus.sh DIRECTORY [LANGUAGE...]" >&2; exit 2; }
mkdir -p "$1"
root=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- typescript tsx javascript python ruby php

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
    *)
      echo "no corpus is known for $language" >&2
      exit 2
      ;;
  esac
done
