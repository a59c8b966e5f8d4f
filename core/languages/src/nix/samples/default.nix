{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "shop";
  version = "1.2.0";
  buildInputs = [ pkgs.openssl ];
}
