// Prints the definitions of Ruby files as Prism, the parser of Ruby, parses them: reads paths from
// standard input, prints one line of JSON per file.
import { readFileSync } from "node:fs";
import { loadPrism } from "@ruby/prism";

const parse = await loadPrism();

const ATTRIBUTES = new Set(["attr", "attr_accessor", "attr_reader", "attr_writer"]);
const MAKERS = { "Class.new": "class", "Struct.new": "class", "Data.define": "class", "Module.new": "module" };

function typeOf(node) {
  return node.constructor.name;
}

function outline(path) {
  const bytes = new TextEncoder().encode(readFileSync(path, "utf8"));
  const starts = [0];
  bytes.forEach((byte, at) => byte === 10 && starts.push(at + 1));
  const lineOf = (location) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= location.startOffset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const result = parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (result.errors.length > 0) return { path, error: result.errors[0].message };
  const decoder = new TextDecoder();
  const textOf = ({ startOffset, length }) => decoder.decode(bytes.subarray(startOffset, startOffset + length));
  const items = [];
  const add = (kind, location, name = textOf(location)) => items.push([kind, name, lineOf(location)]);

  /** Adds the name that a symbol or a string is. */
  function literal(kind, node) {
    if (typeOf(node) === "SymbolNode" && node.valueLoc) add(kind, node.valueLoc);
    else if (typeOf(node) === "StringNode" && node.openingLoc) add(kind, node.contentLoc);
  }

  /** Kind of a constant: a type, if its value makes one. */
  function kindOf(value) {
    if (!value || typeOf(value) !== "CallNode" || !value.receiver) return "constant";
    return MAKERS[`${textOf(value.receiver.location)}.${value.name}`] ?? "constant";
  }

  function targets(node) {
    for (const target of [...node.lefts, node.rest?.expression, ...node.rights].filter(Boolean)) {
      if (["ConstantTargetNode", "ConstantPathTargetNode"].includes(typeOf(target))) add("constant", target.location);
      else if (typeOf(target) === "MultiTargetNode") targets(target);
    }
  }

  /** `owner` is "type", "function" or undefined. */
  function visit(node, owner) {
    let inner = owner;
    switch (typeOf(node)) {
      case "ModuleNode":
      case "ClassNode":
        add(typeOf(node) === "ClassNode" ? "class" : "module", node.constantPath.location);
        inner = "type";
        break;
      case "SingletonClassNode":
        add("class", node.expression.location, `<< ${textOf(node.expression.location)}`);
        inner = "type";
        break;
      case "DefNode": {
        let kind = owner === "type" || node.receiver ? "method" : "function";
        if (kind === "method" && node.name === "initialize" && !node.receiver) kind = "constructor";
        add(kind, node.nameLoc);
        inner = "function";
        break;
      }
      case "AliasMethodNode":
        if (typeOf(node.newName) === "SymbolNode") literal("method", node.newName);
        break;
      case "ConstantWriteNode":
      case "ConstantOrWriteNode": {
        const kind = kindOf(node.value);
        add(kind, node.nameLoc);
        if (kind !== "constant") inner = "type";
        break;
      }
      case "ConstantPathWriteNode":
      case "ConstantPathOrWriteNode": {
        const kind = kindOf(node.value);
        add(kind, node.target.location);
        if (kind !== "constant") inner = "type";
        break;
      }
      case "MultiWriteNode":
        targets(node);
        break;
      case "CallNode": {
        if (node.receiver || owner === "function") break;
        const names = node.arguments_?.arguments_ ?? [];
        if (ATTRIBUTES.has(node.name)) names.forEach((name) => literal("property", name));
        else if (node.name === "alias_method" && names.length === 2) literal("method", names[0]);
        break;
      }
    }
    for (const child of node.compactChildNodes()) visit(child, inner);
  }

  visit(result.value, undefined);
  return { path, items };
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  process.stdout.write(`${JSON.stringify(outline(path))}\n`);
}
