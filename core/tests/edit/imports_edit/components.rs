//! Scripts of Vue, Svelte and Astro.

use super::*;

#[test]
fn imports_of_a_component_go_into_its_script() {
    let vue = "<template>\n  <p>größe</p>\n  <script>import no from 'no'</script>\n</template>\n\n\
               <script setup lang=\"ts\">\nimport b from './b'\nimport type { T } from 'a'\n\nconst x = 1\n</script>\n\n\
               <style>\n@import \"c.css\";\n</style>\n";
    adds(
        "vue",
        &[
            request("a").name("c"),
            request("z").name_as("default", "Z"),
            request("./b").name_as("default", "b"),
        ],
        vue,
        &vue.replace(
            "'./b'\nimport type { T } from 'a'\n",
            "'./b'\nimport type { T } from 'a'\nimport { c } from 'a'\nimport Z from 'z'\n",
        ),
    );
    organises(
        "vue",
        vue,
        &vue.replace(
            "import b from './b'\nimport type { T } from 'a'\n",
            "import type { T } from 'a'\nimport b from './b'\n",
        ),
    );
    removes(
        "vue",
        &[ImportRemoval::module("a")],
        vue,
        &vue.replace("import type { T } from 'a'\n", ""),
    );
    let token = CancelToken::new();
    let removal = [ImportRemoval::module("no")];
    let found = remove_imports(vue.as_bytes(), "vue", &removal, &token).unwrap_err();
    assert_eq!(found.kind(), ErrorKind::UnknownName);
}

#[test]
fn the_script_of_an_import_depends_on_its_attributes() {
    let vue = "<script>\nimport a from \"a\";\n</script>\n<script setup>\nf();\n</script>\n";
    let a = request("a").name_as("default", "a");
    let b = request("b").name("b");
    adds(
        "vue",
        &[a.clone(), b.clone()],
        vue,
        &vue.replace("f()", "import { b } from \"b\";\n\nf()"),
    );
    removes(
        "vue",
        &[ImportRemoval::module("a")],
        vue,
        &vue.replace("import a from \"a\";\n", ""),
    );
    let svelte = "<script module>\n  import a from 'a';\n</script>\n\n<script lang=\"ts\">\n  let x = 1;\n</script>\n\
                  <svelte:head><script>f()</script></svelte:head>\n";
    for old in ["module", "context=\"module\""] {
        let svelte = svelte.replace("module", old);
        adds(
            "svelte",
            &[a.clone(), b.clone()],
            &svelte,
            &svelte.replace("  let x", "  import { b } from \"b\";\n\n  let x"),
        );
    }
    let only = "<script module>\n  import a from 'a';\n</script>\n<p />\n";
    adds(
        "svelte",
        std::slice::from_ref(&b),
        only,
        &only.replace("'a';\n", "'a';\n  import { b } from 'b';\n"),
    );
    // The other scripts of Astro are modules of the page.
    let astro = "---\nimport A from \"./A.astro\"\nconst x = 1\n---\n<A />\n<script>\nimport { b } from \"b\"\n</script>\n";
    adds(
        "astro",
        &[b],
        astro,
        &astro.replace("import A", "import { b } from \"b\"\nimport A"),
    );
    organises("astro", astro, astro);
}

#[test]
fn scripts_without_lines_take_imports() {
    let token = CancelToken::new();
    for (language, source, after) in [
        (
            "vue",
            "<script setup></script>\n",
            "<script setup>import \"m\";\n</script>\n",
        ),
        (
            "vue",
            "<script>\n</script>\n",
            "<script>\nimport \"m\";\n</script>\n",
        ),
        (
            "vue",
            "<script>f();</script>",
            "<script>import \"m\";\n\nf();</script>",
        ),
        (
            "svelte",
            "<div>\n</div>\n<script>\n\n  f();\n  </script>\n",
            "<div>\n</div>\n<script>\n\n  import \"m\";\n\n  f();\n  </script>\n",
        ),
        (
            "astro",
            "---\n---\n<p />\n",
            "---\nimport \"m\";\n---\n<p />\n",
        ),
        (
            "astro",
            "---\nf();\n---\n",
            "---\nimport \"m\";\n\nf();\n---\n",
        ),
    ] {
        for (source, after) in [
            (source.to_owned(), after.to_owned()),
            (source.replace('\n', "\r\n"), after.replace('\n', "\r\n")),
        ] {
            let added = add_imports(source.as_bytes(), language, &[request("m")], &token).unwrap();
            let found = String::from_utf8(added.text).unwrap();
            if source.contains('\n') {
                assert_eq!(found, after, "{language} {source:?}");
            }
            let removal = [ImportRemoval::module("m")];
            let back = text(remove_imports(found.as_bytes(), language, &removal, &token));
            assert_eq!(back, source, "{language} {found:?}");
        }
    }
}

#[test]
fn a_text_without_a_script_takes_no_import() {
    let token = CancelToken::new();
    for (language, source) in [
        ("vue", "<template></template>\n"),
        ("vue", "<script lang=\"coffee\">\nx = 1\n</script>\n"),
        (
            "svelte",
            "<svelte:head><script>f()</script></svelte:head>\n",
        ),
        ("astro", "<script>f()</script>\n"),
    ] {
        let found = add_imports(source.as_bytes(), language, &[request("m")], &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::InvalidOption, "{found}");
        assert!(found.to_string().contains("no script"), "{found}");
        let removal = [ImportRemoval::module("m")];
        let found = remove_imports(source.as_bytes(), language, &removal, &token).unwrap_err();
        assert_eq!(found.kind(), ErrorKind::UnknownName, "{found}");
        organises(language, source, source);
    }
    let found = add_imports(b"<script></script>", "html", &[request("m")], &token).unwrap_err();
    assert_eq!(found.kind(), ErrorKind::InvalidOption);
}
