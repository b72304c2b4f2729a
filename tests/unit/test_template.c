/*
 * test_template.c: {{= expression }} and {{! file from to }}, and the joining of wrapped lines. A
 * row gives a text, what it must become, and the errors it must report as "line: message" parts.
 */
#include "luabox.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static const char *const names[] = {"base",   "schema",  "units",   "format",
                                    "philox", "figures", "wrap", "template"};
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

static json_t *ask(const char *key, const char *text)
{
    static const char code[] = "one\ntwo\nthree\nfour\n";
    const struct luabox_file file = {"kernels/k.c", code, sizeof code - 1};
    json_t *arg = json_pack("{s:s}", key, text);
    const struct luabox_job job = {prelude, LEN(names) + 1, &file, 1, arg, {0}};
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
    {"{{! kernels/k.c 2 3 }}", "two\nthree", NULL},
    {"{{! kernels/k.c }}", "one\ntwo\nthree\nfour", NULL},
    {"{{! kernels/k.c 4 4 }}", "four", NULL},

    {"{{= }}", "??", "0: {{= }} has no value"},
    {"{{= 1 + }}", "??", "0: {{= 1 + }} unexpected symbol"},
    {"a\nb {{= nope }}", "a\nb ??", "1: {{= nope }} unknown name 'nope'"},
    {"{{= cail(2) }}", "??", "unknown name 'cail' (did you mean 'ceil'?)"},
    {"{{= f.absent }}", "??", "has no value (nil)"},
    {"{{= f.absent + 1 }}", "??", "attempt to perform arithmetic on a nil value (field 'absent')"},
    {"{{= hw.toi.bw }}", "??", "unknown hardware 'toi' (did you mean 'toy'?)"},
    {"{{= hw.toy.bww }}", "??", "unknown figure 'bww' (did you mean 'bw'?)"},
    {"{{= {} }}", "??", "gives a table, not a number or text"},
    {"{{= n(\"x\") }}", "??", "n needs a number, got string"},
    {"{{= 1",
     "?"
     "? 1",
     "'{{=' without '}}'"},
    {"{{! kernels/none.c 1 2 }}", "??", "no file 'kernels/none.c' to show"},
    {"{{! kernels/k.c 3 9 }}", "??", "'kernels/k.c' has 4 lines, not 3..9"},
    {"{{! kernels/k.c x y }}", "??", "write {{! path first last }}"},
    {"{{! kernels/k.c",
     "?"
     "? kernels/k.c",
     "'{{!' without '}}'"},
    {"{{= x }} {{= y }}", "?? ??", "unknown name 'y'"},
    {"{{= (function() n = 1 end)() }}", "??", "'n' cannot be set in an expression"},
    {"{{= os.exit() }}", "??", "unknown name 'os'"},
    {"{{= load('return 1') }}", "??", "unknown name 'load'"},
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
