import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModuleTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.TreeInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints the definitions of Java files as javac parses them: reads paths from standard input, prints
 * one line of JSON per file.
 */
final class Outline {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path; (path = lines.readLine()) != null; ) {
            System.out.println("{\"path\": " + json(path) + ", " + outline(path) + "}");
        }
    }

    private static String outline(String path) throws IOException {
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        var file = FILES.getJavaFileObjects(Path.of(path));
        var task = (JavacTask) COMPILER.getTask(null, FILES, diagnostics, List.of("-proc:none"), null, file);
        CompilationUnitTree unit = task.parse().iterator().next();
        for (var diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                return "\"error\": " + json(diagnostic.getMessage(null));
            }
        }
        var definitions = new Definitions(unit);
        definitions.scan(unit, null);
        return definitions.items.stream().collect(Collectors.joining(", ", "\"items\": [", "]"));
    }

    private static String json(String text) {
        var json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ') json.append(String.format("\\u%04x", (int) c));
            else json.append(c);
        }
        return json.append('"').toString();
    }

    /** Collects definitions; the argument of its methods is the type of which a node is a member. */
    private static final class Definitions extends TreeScanner<Void, ClassTree> {
        final List<String> items = new ArrayList<>();
        private final CompilationUnitTree unit;
        private final CharSequence text;

        Definitions(CompilationUnitTree unit) throws IOException {
            this.unit = unit;
            text = unit.getSourceFile().getCharContent(true);
        }

        private void add(String kind, CharSequence name, int position) {
            long line = unit.getLineMap().getLineNumber(position);
            items.add("[" + json(kind) + ", " + json(name.toString()) + ", " + line + "]");
        }

        @Override
        public Void visitPackage(PackageTree node, ClassTree owner) {
            add("module", node.getPackageName().toString(), TreeInfo.getStartPos((JCTree) node.getPackageName()));
            return null;
        }

        @Override
        public Void visitModule(ModuleTree node, ClassTree owner) {
            add("module", node.getName().toString(), TreeInfo.getStartPos((JCTree) node.getName()));
            return null;
        }

        @Override
        public Void visitClass(ClassTree node, ClassTree owner) {
            String name = node.getSimpleName().toString();
            // An anonymous class has none.
            if (!name.isEmpty()) {
                String kind = switch (node.getKind()) {
                    case INTERFACE, ANNOTATION_TYPE -> "interface";
                    case ENUM -> "enum";
                    default -> "class";
                };
                add(kind, name, nameAfter(((JCTree) node).pos, name));
            }
            scan(node.getModifiers(), null);
            // The last argument makes the members different from other variables.
            for (Tree member : node.getMembers()) scan(member, node);
            return null;
        }

        /** Returns the position of a name after the keyword of its declaration. */
        private int nameAfter(int keyword, String name) {
            Matcher matcher = Pattern.compile("\\b" + Pattern.quote(name) + "(?![\\w$])").matcher(text);
            return matcher.find(keyword) ? matcher.start() : keyword;
        }

        @Override
        public Void visitMethod(MethodTree node, ClassTree owner) {
            boolean isConstructor = node.getName().contentEquals("<init>");
            add(
                    isConstructor ? "constructor" : "method",
                    isConstructor ? owner.getSimpleName() : node.getName(),
                    ((JCTree) node).pos);
            return super.visitMethod(node, null);
        }

        @Override
        public Void visitVariable(VariableTree node, ClassTree owner) {
            if (owner != null) {
                add(kindOf(((JCTree.JCVariableDecl) node).mods.flags, owner), node.getName(), ((JCTree) node).pos);
            }
            return super.visitVariable(node, null);
        }

        private static String kindOf(long flags, ClassTree owner) {
            boolean isConstant = (flags & Flags.STATIC) != 0 && (flags & Flags.FINAL) != 0;
            if ((flags & Flags.ENUM) != 0) return "variant";
            return switch (owner.getKind()) {
                case INTERFACE, ANNOTATION_TYPE -> "constant";
                default -> isConstant ? "constant" : "field";
            };
        }

        @Override
        public Void visitBlock(com.sun.source.tree.BlockTree node, ClassTree owner) {
            // Variables of initializers are locals.
            return super.visitBlock(node, null);
        }
    }
}
