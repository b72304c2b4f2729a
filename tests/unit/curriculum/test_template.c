/*
 * test_template.c: {{= expression }} and {{! path "text" }}, and the joining of wrapped lines. A
 * row gives a text, what it must become, and the errors it must report as "line: message" parts.
 */
#include "curriculum/load/luabox.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static const char *const names[] = {"base",   "schema",  "units",   "format",
                                    "philox", "figures", "wrap", "snippet", "template"};
static struct luabox_file prelude[LEN(names) + 1];

static const char last[] =
    "local host, R = ...\n"
    "R.hw = R.strict({toy = R.strict({bw = 2e12, mem = 80e9}, 'figure')}, 'hardware')\n"
    "R.models = R.strict({}, 'model')\n"
    "return function(arg)\n"
    "  if arg.reflow then return {text = R.reflow(arg.reflow), errors = ''} end\n"
    "  local errors = ''\n"
    "  local env = R.expr_env({f = {n = 4096, name = 'x'}, p = {k = 3}})\n"
    "  local text = R.expand(arg.text, env, function(offset, message)\n"
    "    errors = errors .. offset .. ': ' .. message .. '\\n'\n"
    "  end)\n"
    "  return {text = text, errors = errors}\n"
    "end\n";

static void load(void)
{
    for (size_t k = 0; k < LEN(names); k++) {
        char path[512];
        snprintf(path, sizeof path, "%s/curriculum/lua/%s.lua", RIDGE_SOURCE_ROOT, names[k]);
        FILE *in = fopen(path, "rb");
        cr_assert(in, "%s", path);
        char *text = malloc(1 << 18);
        prelude[k] = (struct luabox_file){names[k], text, fread(text, 1, 1 << 18, in)};
        fclose(in);
    }
    prelude[LEN(names)] = (struct luabox_file){"last", last, sizeof last - 1};
}

static void unload(void)
{
    for (size_t k = 0; k < LEN(names); k++)
        free((char *)(size_t)prelude[k].text);
}

TestSuite(template, .init = load, .fini = unload);

/* What snippets are cut from, in pieces that the rows below name. */
#define ADD                               \
    "static int add(int a, int b)\n"      \
    "{\n"                                 \
    "    return a + b; // no end: ;}\n"   \
    "}"
#define BRANCH                            \
    "    if (n > 8) {\n"                  \
    "        best = 0;\n"                 \
    "    } else {\n"                      \
    "        best++; /* } */\n"           \
    "    }"
#define LOOP                              \
    "    for (int i = 0; i < n; i++)\n"   \
    "        if (x[i] == '}')\n"          \
    "            best = add(best, i);\n"  \
    "        else\n"                      \
    "            best = i;"
#define LAST                              \
    "int last(int *x, int n)\n"           \
    "{\n"                                 \
    "    say(\"\\\"{\");\n"               \
    "    return x[n - 1];\n"              \
    "}"
#define TWICE                             \
    "#define TWICE(x) \\\n"               \
    "    ((x) + (x)) \\\n"                \
    "    /* twice */"
static const char code[] =
    "/* Adds; a's and b's. */\n" ADD "\n"
    "\n"
    "int pick(int *x, int n)\n"
    "{\n"
    "    int best = 0;\n"
    "#pragma unroll\n" LOOP "\n" BRANCH "\n"
    "    return best;\n"
    "}\n"
    "\n" LAST "\n"
    "\n"
    "enum {\n"
    "    FEW,\n"
    "    MANY\n"
    "};\n" TWICE "\n"
    "const char *said = \"\\\"{\", *other = \"}}\";\n"
    "int few[] = {1},\n"
    "    more[] = {2};\n"
    "int m[2][2] = {{1, 2}, {3, 4}};\n"
    "double twice(double x) { return x + x; }\n";
#define TEN(s) s s s s s s s s s s
static const char long_text[] = TEN(TEN(TEN("-\n"))) TEN(TEN("å")) "\n";
static const char script[] = "if x then {\n  y\n}\n";
static const struct luabox_file sources[] = {
    {"kernels/k.cu", code, sizeof code - 1},
    {"labs/k.lua", script, sizeof script - 1},
    {"labs/k.txt", long_text, sizeof long_text - 1},
};

static json_t *ask(const char *key, const char *text)
{
    json_t *arg = json_pack("{s:s}", key, text);
    const struct luabox_job job = {prelude, LEN(names) + 1, sources, LEN(sources), arg, {0}};
    struct luabox_result r;
    cr_assert_eq(luabox_run(&job, &r), LUABOX_OK, "%s: %s", text, r.message);
    json_t *value = json_incref(r.value);
    luabox_result_finish(&r);
    json_decref(arg);
    return value;
}

static const char *get(const json_t *j, const char *key)
{
    return json_string_value(json_object_get(j, key));
}

static const struct {
    const char *text, *expanded;
    const char *error; /* a part of what is reported; NULL: nothing */
} rows[] = {
    {"plain", "plain", NULL},
    {"", "", NULL},
    {"{{= 1 + 1 }}", "2", NULL},
    {"a {{= f.n }} b {{= p.k }}", "a 4096 b 3", NULL},
    {"{{= 2*f.n^3 }}", "137438953472", NULL},
    {"{{= n(2*f.n^3) }}", "137,438,953,472", NULL},
    {"{{= f.n/7 }}", "585.143", NULL},
    {"{{= f.name }}", "x", NULL},
    {"{{= 2 > 1 }}", "true", NULL},
    {"{{= si(hw.toy.bw, \"B/s\") }}", "2 TB/s", NULL},
    {"{{= gib(hw.toy.mem) }}", "74.51 GiB", NULL},
    {"{{= 3 * u.GiB // u.MiB }}", "3072", NULL},
    {"{{= ceil(7/2) + max(1, 2) + log2(8) }}", "9", NULL},
    {"{{= cdiv(7, 2) }} {{= round(2.5) }}", "4 3", NULL},
    {"{{= #{1, {2}} }}", "2", NULL}, /* braces inside */
    {"{{= ({{7}})[1][1] }}", "7", NULL},
    {"{{=1}}{{=2}}", "12", NULL},
    {"int a[2][2] = {{1, 2}, {3, 4}};", "int a[2][2] = {{1, 2}, {3, 4}};", NULL},
    {"{{ no marker }}", "{{ no marker }}", NULL},
    {"{{! labs/k.lua }}", "if x then {\n  y\n}", NULL},
    {"{{! kernels/k.cu \"static int add(\" }}", ADD, NULL},
    {"a {{! kernels/k.cu \"int add(\" }} b", "a " ADD " b", NULL}, /* a part of a line: all of it */
    {"{{! kernels/k.cu \"/* Adds\" }}", "/* Adds; a's and b's. */\n" ADD, NULL},
    {"{{! kernels/k.cu \"  b's.   */ static\nint add( \" }}", "/* Adds; a's and b's. */\n" ADD, NULL},
    {"{{! kernels/k.cu \"int last(\" }}", LAST, NULL},
    {"{{! kernels/k.cu \"return a\" }}", "    return a + b; // no end: ;}", NULL},
    {"{{! kernels/k.cu \"for (\" }}", LOOP, NULL},
    {"{{! kernels/k.cu \"#pragma\" }}", "#pragma unroll\n" LOOP, NULL},
    {"{{! kernels/k.cu \"if (n\" }}", BRANCH, NULL},
    {"{{! kernels/k.cu \"} else\" }}", "    } else {\n        best++; /* } */\n    }", NULL},
    {"{{! kernels/k.cu \"for (\" \"if (n\" }}", LOOP "\n" BRANCH, NULL},
    {"{{! kernels/k.cu \"for (\"\n   \"if (n\"\n}}", LOOP "\n" BRANCH, NULL},
    {"{{! kernels/k.cu \"best = i; if (n > 8)\" }}", "            best = i;\n" BRANCH, NULL},
    {"{{! kernels/k.cu \"int best\" \"#pragma\" }}", "    int best = 0;\n#pragma unroll\n" LOOP, NULL},
    {"{{! kernels/k.cu \"FEW\" }}", "    FEW,", NULL},
    {"{{! kernels/k.cu \"MANY\" }}", "    MANY", NULL},
    {"{{! kernels/k.cu \"enum\" }}", "enum {\n    FEW,\n    MANY\n};", NULL},
    {"{{! kernels/k.cu \"#define TWICE\" }}", TWICE, NULL},
    {"{{! kernels/k.cu \"other = \\\"}}\\\"\" }}", "const char *said = \"\\\"{\", *other = \"}}\";", NULL},
    {"{{! kernels/k.cu \"int few\" }}", "int few[] = {1},\n    more[] = {2};", NULL},
    {"{{! kernels/k.cu \"{{1, 2}, {3, 4}}\" }}", "int m[2][2] = {{1, 2}, {3, 4}};", NULL},
    {"{{! kernels/k.cu \"x + x\" }}", "double twice(double x) { return x + x; }", NULL},
    {"{{! kernels/k.cu in \"int pick(\" \"return\" }}", "    return best;", NULL},
    {"{{! kernels/k.cu in \"if (n > 8)\" \"best = 0;\" \"best++;\" }}",
     "        best = 0;\n    } else {\n        best++; /* } */", NULL},
    {"{{! labs/k.lua \"if x\" }}", "if x then {", NULL}, /* no statements are known there */
    {"{{! labs/k.lua \"if x\" \"y\" }}", "if x then {\n  y", NULL},

    {"{{= }}", "??", "0: {{= }} has no value"},
    {"{{= 1 + }}", "??", "0: {{= 1 + }}: unexpected symbol"},
    {"a\nb {{= nope }}", "a\nb ??", "1: {{= nope }}: there is no name 'nope'"},
    {"{{= cail(2) }}", "??", "no name 'cail' (did you mean 'ceil'?)"},
    {"{{= f.absent }}", "??", "has no value (nil)"},
    {"{{= f.absent + 1 }}", "??", "attempt to perform arithmetic on a nil value (field 'absent')"},
    {"{{= hw.toi.bw }}", "??", "no hardware 'toi' (did you mean 'toy'?)"},
    {"{{= hw.toy.bww }}", "??", "no figure 'bww' (did you mean 'bw'?)"},
    {"{{= {} }}", "??", "gives a table, not a number or text"},
    {"{{= n(\"x\") }}", "??", "n needs a number, got string"},
    {"{{= 1",
     "?"
     "? 1",
     "'{{=' without '}}'"},
    {"{{! kernels/none.c \"x\" }}", "??", "no file 'kernels/none.c' to show"},
    {"\n{{! kernels/k.cu \"static int ad(\" }}", "\n??",
     "1: no line of 'kernels/k.cu' has \"static int ad(\"; nearest is line 2, 'static int add(int a, int b)': copy"},
    {"{{! kernels/k.cu \"zebra crossing\" }}", "??", "has \"zebra crossing\", nor one like it"},
    {"{{! kernels/k.cu \"for (\" \"if (m > 8)\" }}", "??", "has \"if (m > 8)\"; nearest is line 16, 'if (n > 8) {'"},
    {"{{! kernels/k.cu \"return x\" }}", "??",
     "'kernels/k.cu' has \"return x\" on lines 27, 41: write more, or name the function: {{! path in"},
    {"{{! kernels/k.cu \"best\" }}", "??", "on lines 9, 13, 15 and more"},
    {"{{! kernels/k.cu \"for (\" \"best = 0;\" }}", "??", "\"best = 0;\" on lines 9, 17"},
    {"{{! kernels/k.cu \"if (n\" \"for (\" }}", "??",
     "\"for (\", line 11 of 'kernels/k.cu', stands above \"if (n\", line 16: write the upper one first"},
    {"{{! kernels/k.cu in \"int last(\" \"best++\" }}", "??",
     "no line of \"int last(\" in 'kernels/k.cu' has \"best++\""},
    {"{{! kernels/k.cu in \"int last(\" \"return y[n - 1]\" }}", "??", "nearest is line 27, 'return x[n - 1];'"},
    {"{{! kernels/k.cu in \"int pick(\" \"best =\" }}", "??",
     "\"int pick(\" in 'kernels/k.cu' has \"best =\" on lines 9, 13, 15 and more"},
    {"{{! kernels/k.cu in \"int lost(\" \"best\" }}", "??",
     "no line of 'kernels/k.cu' has \"int lost(\"; nearest is line 24"},
    {"{{! kernels/k.cu 3 9 }}", "??", "write {{! path \"text of the first line\" }}"},
    {"{{! kernels/k.cu \"for (\" 9 }}", "??", "no line numbers, which drift"},
    {"{{! kernels/k.cu \"\" }}", "??", "write {{! path"},
    {"{{! kernels/k.cu for }}", "??", "write {{! path"},
    {"{{! kernels/k.cu \"for }} \"", "?? \"", "write {{! path"},
    {"{{! kernels/k.cu \"for }}\n\n\"{{= 1 }}", "??\n\n\"1", "write {{! path"}, /* a quote ends with its paragraph */
    {"{{! kernels/k.cu in \"int pick(\" }}", "??", "write {{! path"},
    {"{{! kernels/k.cu \"a\" \"b\" \"c\" }}", "??", "write {{! path"},
    {"{{! kernels/k.cu \"" TEN(TEN("ab")) "c\" }}", "??", "at most 200 characters each"},
    {"{{! labs/k.txt }}", "??", "shows more than 400 lines of 'labs/k.txt'"},
    {"{{! labs/k.txt \"åæ\" }}", "??",
     "nearest is line 1001, '" TEN("å") TEN("å") TEN("å") "ååååååååå…': copy its text"},
    {"{{! }}", "??", "write {{! path"},
    {"{{! kernels/k.c",
     "?"
     "? kernels/k.c",
     "'{{!' without '}}'"},
    {"{{= x }} {{= y }}", "?? ??", "no name 'y'"},
    {"{{= (function() n = 1 end)() }}", "??", "'n' cannot be set in an expression"},
    {"{{= os.exit() }}", "??", "no name 'os'"},
    {"{{= load('return 1') }}", "??", "no name 'load'"},
};

Test(template, expansion, .timeout = 60)
{
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *got = ask("text", rows[k].text);
        const char *errors = get(got, "errors");
        cr_expect_str_eq(get(got, "text"), rows[k].expanded, "%s gives %s", rows[k].text,
                         get(got, "text"));
        if (rows[k].error)
            cr_expect(strstr(errors, rows[k].error), "%s: '%s' lacks '%s'", rows[k].text, errors,
                      rows[k].error);
        else
            cr_expect_str_eq(errors, "", "%s: %s", rows[k].text, errors);
        json_decref(got);
    }
}

static const struct {
    const char *text, *joined;
} flows[] = {
    {"one line", "one line"},
    {"two\n    lines", "two lines"},
    {"para\n    one\n\n    para\n    two", "para one\n\npara two"},
    {"\n  indented\n  text\n", "indented text"},
    {"list:\n  - a\n  - b\n    more b\n  - c", "list:\n- a\n- b more b\n- c"},
    {"code:\n  ```c\n  int a;\n    int b;\n  ```\n  end",
     "code:\n```c\nint a;\n  int b;\n```\nend"},
    {"|a|b|\n    |---|---|\n    |1|2|", "|a|b|\n|---|---|\n|1|2|"},
    {"> quote\n    > more", "> quote\n> more"},
    {"1. one\n    2. two", "1. one\n2. two"},
    {"BK =\n    64. How", "BK = 64. How"},
    {"two:\n    1. a\n       a\n    2. b", "two:\n1. a a\n2. b"},
    {"trailing  \n  space", "trailing space"},
};

Test(template, reflow)
{
    for (size_t k = 0; k < LEN(flows); k++) {
        json_t *got = ask("reflow", flows[k].text);
        cr_expect_str_eq(get(got, "text"), flows[k].joined, "%s", get(got, "text"));
        json_decref(got);
    }
}
