// Prints the definitions of TypeScript and JavaScript files as the compiler of TypeScript parses
// them: reads paths from standard input, prints one line of JSON per file. Each definition has the
// offsets of its node, in bytes.
//
// Definitions are those that the documentation of outlines claims: no locals, except functions and
// classes.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import ts from "typescript";

const K = ts.SyntaxKind;

function textOf(name, source) {
  return ts.isStringLiteralLike(name) ? name.getText(source).slice(1, -1) : name.getText(source);
}

function isFunction(value) {
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

/** Whether variables directly inside the node are locals. */
function hasLocals(node) {
  return ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node);
}

/** Whether the declaration is in the head of a loop. */
function isInLoop(list) {
  return ts.isForStatement(list.parent) || ts.isForInStatement(list.parent) || ts.isForOfStatement(list.parent);
}

/** Calls `each` with the type literals whose members are those of the alias of this type. */
function eachLiteral(type, each) {
  if (ts.isTypeLiteralNode(type)) each(type);
  else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) type.types.forEach((part) => eachLiteral(part, each));
  else if (ts.isParenthesizedTypeNode(type)) eachLiteral(type.type, each);
  else if (ts.isTypeReferenceNode(type)) type.typeArguments?.forEach((part) => eachLiteral(part, each));
}

function outline(path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (source.parseDiagnostics.length > 0) {
    return { path, error: ts.flattenDiagnosticMessageText(source.parseDiagnostics[0].messageText, " ") };
  }
  const items = [];
  const isAscii = !/[^\0-\x7f]/.test(text);
  const offset = (at) => (isAscii ? at : Buffer.byteLength(text.slice(0, at)));
  const push = (kind, name, word, node) => {
    const line = source.getLineAndCharacterOfPosition(word.getStart(source)).line + 1;
    items.push([kind, name, line, offset(node.getStart(source)), offset(node.end)]);
  };
  const add = (kind, name, text = textOf(name, source)) => {
    const owner = name.parent;
    push(kind, text, name, ts.isPropertyAccessExpression(owner) ? owner.parent : owner);
  };

  function members(list) {
    for (const member of list) {
      if (ts.isPropertySignature(member)) add("property", member.name);
      else if (ts.isMethodSignature(member) || ts.isAccessor(member)) add("method", member.name);
    }
  }

  function variable(node, inFunction) {
    const list = node.parent;
    // A caught error.
    if (!ts.isVariableDeclarationList(list)) return;
    const isConst = (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
    const kind = isConst ? "constant" : "variable";
    if (ts.isIdentifier(node.name)) {
      if (isFunction(node.initializer)) add("function", node.name);
      else if (node.initializer && ts.isClassExpression(node.initializer)) add("class", node.name);
      else if (!inFunction && !isInLoop(list)) add(kind, node.name);
      return;
    }
    if (inFunction || isInLoop(list)) return;
    const bind = (pattern) => {
      for (const element of pattern.elements) {
        if (ts.isOmittedExpression(element)) continue;
        if (ts.isIdentifier(element.name)) add(kind, element.name);
        else bind(element.name);
      }
    };
    bind(node.name);
  }

  /** `A.f = function () {}`: a function, or a method of the type whose prototype it is put into. */
  function assignment(node, inDefinition) {
    const { left, right } = node;
    if (inDefinition || node.operatorToken.kind !== K.EqualsToken || !ts.isPropertyAccessExpression(left)) return;
    if (isFunction(right)) {
      add(left.expression.getText(source).endsWith(".prototype") ? "method" : "function", left.name);
    } else if (ts.isClassExpression(right)) {
      add("class", left.name);
    }
  }

  /** Whether a class or function expression has its name from where it is assigned to. */
  function isNamedByOwner(node) {
    const { parent } = node;
    return (
      (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && parent.initializer === node) ||
      (ts.isBinaryExpression(parent) &&
        parent.right === node &&
        parent.operatorToken.kind === K.EqualsToken &&
        ts.isPropertyAccessExpression(parent.left))
    );
  }

  /** Whether functions inside the node are in a definition with locals. */
  function isDefinition(node) {
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
      const { parent } = node;
      return isNamedByOwner(node) || ((ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.initializer === node);
    }
    return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node);
  }

  function visit(node, inFunction, inDefinition) {
    switch (node.kind) {
      case K.FunctionDeclaration:
        if (node.name) add("function", node.name);
        else push("function", "default", wordOfDefault(node), node);
        break;
      case K.ClassDeclaration:
        if (node.name) add("class", node.name);
        else push("class", "default", wordOfDefault(node), node);
        break;
      case K.ClassExpression:
        if (node.name && !isNamedByOwner(node)) add("class", node.name);
        break;
      case K.ExportAssignment:
        if (!node.isExportEquals && isFunction(node.expression)) push("function", "default", wordOfDefault(node), node);
        break;
      case K.InterfaceDeclaration:
        add("interface", node.name);
        members(node.members);
        return;
      case K.TypeAliasDeclaration:
        add("typeAlias", node.name);
        eachLiteral(node.type, (literal) => members(literal.members));
        return;
      case K.EnumDeclaration:
        add("enum", node.name);
        break;
      case K.EnumMember:
        add("variant", node.name);
        break;
      case K.ModuleDeclaration: {
        if (node.flags & ts.NodeFlags.GlobalAugmentation) break;
        if (ts.isModuleDeclaration(node.parent)) break;
        let inner = node;
        const names = [textOf(node.name, source)];
        while (inner.body && ts.isModuleDeclaration(inner.body)) {
          inner = inner.body;
          names.push(textOf(inner.name, source));
        }
        const isNamespace = (node.flags & ts.NodeFlags.Namespace) !== 0;
        add(isNamespace ? "namespace" : "module", node.name, names.join("."));
        break;
      }
      case K.MethodDeclaration:
      case K.GetAccessor:
      case K.SetAccessor:
        add("method", node.name);
        break;
      case K.Constructor: {
        const at = node.getChildren(source).find((child) => child.kind === K.ConstructorKeyword || child.kind === K.StringLiteral);
        add("constructor", at, "constructor");
        break;
      }
      case K.Parameter:
        if (ts.isParameterPropertyDeclaration(node, node.parent)) add("field", node.name);
        break;
      case K.PropertyDeclaration:
        add(isFunction(node.initializer) ? "method" : "field", node.name);
        break;
      case K.PropertyAssignment:
        if (isFunction(node.initializer)) add("method", node.name);
        break;
      case K.VariableDeclaration:
        variable(node, inFunction);
        break;
      case K.BinaryExpression:
        assignment(node, inDefinition);
        break;
      default:
        // Types of variables, parameters and expressions define nothing.
        if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    }
    const entersClass = ts.isClassLike(node);
    const inner = hasLocals(node) || (inFunction && !entersClass);
    const innerDefinition = isDefinition(node) || (inDefinition && !entersClass);
    ts.forEachChild(node, (child) => visit(child, inner, innerDefinition));
  }

  function wordOfDefault(node) {
    const words = node.modifiers ?? node.getChildren(source);
    return words.find((word) => word.kind === K.DefaultKeyword);
  }

  visit(source, false, false);
  return { path, items };
}

for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(outline(path))}\n`);
}
