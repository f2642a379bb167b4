/** Where names of variables stand, language by language. A name that stands anywhere else is not followed. */
import type { Language } from "../syntax/language.ts";
import type { SyntaxTree } from "../syntax/syntax-tree.ts";

export interface NamePlaces {
  functions: RegExp;
  /** Nodes at whose end a variable declared in them is gone. */
  blocks: RegExp;
  /** `parent field` of a name, or of the pattern it is part of, that declares it. */
  declares: RegExp;
  /** Patterns that take a value apart. */
  patterns: RegExp;
  /** `parent field` of names that are only read or set. */
  uses: RegExp;
  /** `parent field` of names that are no variables at all. */
  members: RegExp;
  /** A variable is known in its whole block, or only behind its declaration. */
  isHoisted: boolean;
  /** A file with one of these words may look at its own names. */
  lookingInside: RegExp;
  /** Nodes in which names mean something else, or may. */
  walls: RegExp;
  /** Names that mean something by themselves. */
  fixed: RegExp;
}

const list = (words: string, field = "[a-z_]*"): string => `(${words.trim().split(/\s+/).join("|")}) ${field}`;
const any = (...parts: string[]): RegExp => new RegExp(`^(${parts.join("|")})$`);

const ecmascript: NamePlaces = {
  functions:
    /^(function_declaration|function_expression|generator_function(_declaration)?|arrow_function|method_definition)$/,
  blocks: /^(statement_block|for_statement|for_in_statement|switch_body|catch_clause)$/,
  declares: any(
    list("variable_declarator", "name"),
    list("required_parameter optional_parameter", "pattern"),
    list("formal_parameters", ""),
    list("arrow_function catch_clause", "(parameter)"),
    list("for_in_statement", "left"),
  ),
  patterns: /^(array_pattern|object_pattern|pair_pattern|assignment_pattern|rest_pattern)$/,
  uses: any(
    list(`arguments array arrow_function as_expression assignment_expression assignment_pattern augmented_assignment_expression
      await_expression binary_expression computed_property_name expression_statement for_statement for_in_statement
      jsx_expression new_expression non_null_expression parenthesized_expression return_statement satisfies_expression
      sequence_expression spread_element subscript_expression switch_case template_substitution ternary_expression
      throw_statement unary_expression update_expression yield_expression type_query type_predicate array_pattern`),
    list("variable_declarator required_parameter pair", "value"),
    list("call_expression", "function"),
    list("member_expression", "object"),
  ),
  members: /^$/,
  isHoisted: true,
  lookingInside: /^(eval|with|angular|\$inject|\$scope|asFunction|asClass)$|^[\w$]*\\u/,
  walls: /^(enum_declaration|internal_module)$/,
  fixed:
    /^(_+|\$.*|React|Preact|h|jsx|jsxs|Fragment|createElement|arguments|async|await|yield|let|of|get|set|static|undefined|NaN|Infinity|type|using|require|exports|module|define|__.*)$/,
};

const places: Partial<Record<Language, NamePlaces>> = {
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
  python: {
    functions: /^function_definition$/,
    blocks: /^(function_definition|(list|set|dictionary)_comprehension|generator_expression)$/,
    declares: any(
      list("assignment augmented_assignment for_statement for_in_clause", "left"),
      list("as_pattern_target", ""),
    ),
    patterns: /^(pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/,
    uses: any(
      list(`argument_list as_pattern assert_statement assignment augmented_assignment await binary_operator boolean_operator
        call comparison_operator conditional_expression dictionary_splat elif_clause expression_list expression_statement
        for_in_clause for_statement format_expression generator_expression if_clause if_statement interpolation list
        list_comprehension list_splat not_operator pair parenthesized_expression raise_statement return_statement set
        set_comprehension slice subscript tuple unary_operator while_statement with_item yield`),
      list("keyword_argument", "value"),
      list("attribute", "object"),
    ),
    members: /^(attribute attribute|keyword_argument name)$/,
    isHoisted: true,
    lookingInside:
      /^(locals|vars|eval|exec|dir|globals|compile|inspect|_getframe|currentframe|f_locals|gi_frame|cr_frame|settrace|setprofile|__code__|co_varnames|ast|numexpr|query)$/,
    walls:
      /^(exec_statement|print_statement|class_definition|global_statement|nonlocal_statement|named_expression|match_statement)$/,
    fixed: /^(__.*|_|self|cls|match|case|type|print|exec|async|await|super)$/,
  },
  go: {
    functions: /^(function_declaration|method_declaration|func_literal)$/,
    blocks:
      /^(block|if_statement|for_statement|(expression|type)_switch_statement|select_statement|(expression|type|default|communication)_case)$/,
    declares: any(
      list("short_var_declaration range_clause receive_statement", "left"),
      list("type_switch_statement", "alias"),
      list("var_spec const_spec parameter_declaration variadic_parameter_declaration", "name"),
    ),
    patterns: /^expression_list$/,
    uses: any(
      list(`argument_list assignment_statement binary_expression call_expression dec_statement defer_statement
        expression_case expression_list expression_statement for_clause for_statement go_statement if_statement
        inc_statement index_expression literal_value parenthesized_expression range_clause receive_statement
        send_statement slice_expression type_assertion_expression type_switch_statement unary_expression
        variadic_argument expression_switch_statement`),
      list("selector_expression", "operand"),
      list("keyed_element", "value"),
    ),
    members: /^$/,
    isHoisted: false,
    lookingInside: /^$/,
    walls: /^(type_declaration|label_name)$/,
    fixed: /^(_|init|main|iota|nil|true|false)$/,
  },
  java: {
    functions: /^(method_declaration|constructor_declaration|static_initializer)$/,
    blocks:
      /^(block|constructor_body|for_statement|enhanced_for_statement|try_with_resources_statement|catch_clause|switch_block|switch_rule|lambda_expression)$/,
    declares: any(
      list("variable_declarator enhanced_for_statement catch_formal_parameter resource", "name"),
      list("inferred_parameters", ""),
      list("lambda_expression", "parameters"),
    ),
    patterns: /^$/,
    uses: any(
      list(`argument_list array_access array_initializer assert_statement assignment_expression binary_expression
        cast_expression dimensions_expr expression_statement parenthesized_expression return_statement ternary_expression
        throw_statement unary_expression update_expression yield_statement`),
      list("method_invocation field_access", "object"),
      list("variable_declarator enhanced_for_statement", "value"),
      list("lambda_expression", "body"),
      list("for_statement", "condition"),
    ),
    members: /^(field_access field|method_invocation name)$/,
    isHoisted: false,
    lookingInside: /^$/,
    walls: /^(class_body|enum_body|interface_body|record_declaration)$/,
    fixed: /^(_|var|yield|record|sealed|permits|when|module)$/,
  },
};

export function placesIn({ language }: SyntaxTree): NamePlaces | null {
  return places[language] ?? null;
}
