/*
 * test_units.c: units, numbers as typed, near misses, formatting and Philox, all in the prelude's
 * Lua. A row is an expression over U, F, P (and u, f for short) and the JSON it must give.
 */
#include "curriculum/load/luabox.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static char *slurp(const char *name, size_t *ret_size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/curriculum/lua/%s.lua", RIDGE_SOURCE_ROOT, name);
    FILE *in = fopen(path, "rb");
    cr_assert(in, "%s", path);
    char *text = malloc(1 << 18);
    *ret_size = fread(text, 1, 1 << 18, in);
    fclose(in);
    return text;
}

/* Evaluates one expression with the first parts of the prelude loaded. */
static json_t *eval(const char *expression)
{
    static const char *const names[] = {"base", "schema", "units", "format", "philox"};
    struct luabox_file prelude[LEN(names) + 1];
    char last[2048];
    for (size_t k = 0; k < LEN(names); k++) {
        size_t size;
        prelude[k].name = names[k];
        prelude[k].text = slurp(names[k], &size);
        prelude[k].size = size;
    }
    snprintf(last, sizeof last,
             "local host, R = ...\nlocal U, F, P, u = R.U, R.F, R.P, R.U.values\n"
             "return function() return %s end",
             expression);
    prelude[LEN(names)] = (struct luabox_file){"last", last, strlen(last)};
    const struct luabox_job job = {.prelude = prelude, .nprelude = LEN(names) + 1};
    struct luabox_result r;
    enum luabox_status s = luabox_run(&job, &r);
    cr_assert_eq(s, LUABOX_OK, "%s: %s", expression, r.message);
    json_t *value = json_incref(r.value);
    luabox_result_finish(&r);
    for (size_t k = 0; k < LEN(names); k++)
        free((char *)(size_t)prelude[k].text);
    return value;
}

static void expect(const char *expression, const char *json)
{
    json_t *got = eval(expression), *want = json_loads(json, JSON_DECODE_ANY, NULL);
    char *text = json_dumps(got, JSON_ENCODE_ANY);
    if (json_is_number(want) && json_is_number(got)) {
        double a = json_number_value(got), b = json_number_value(want);
        cr_expect(fabs(a - b) <= 1e-12 * fabs(b), "%s gives %s, not %s", expression, text, json);
    } else {
        cr_expect(json_equal(got, want), "%s gives %s, not %s", expression, text, json);
    }
    free(text);
    json_decref(got);
    json_decref(want);
}

struct row {
    const char *expression, *json;
};

Test(units, known)
{
    static const struct row rows[] = {
        {"{U.unit('GiB')}", "[\"B\", 1073741824.0]"},
        {"{U.unit('GB/s')}", "[\"B/s\", 1e9]"},
        {"{U.unit('bit')}", "[\"B\", 0.125]"},
        {"{U.unit('Gbit/s')}", "[\"B/s\", 1.25e8]"},
        {"{U.unit('TFLOP/s')}", "[\"FLOP/s\", 1e12]"},
        {"{U.unit('TFLOPS')}", "[\"FLOP/s\", 1e12]"},
        {"{U.unit('FLOP/B')}", "[\"FLOP/B\", 1.0]"},
        {"{U.unit('us')}", "[\"s\", 1e-6]"},
        {"{U.unit('\u00b5s')}", "[\"s\", 1e-6]"},
        {"{U.unit('h')}", "[\"s\", 3600]"},
        {"{U.unit('%')}", "[\"1\", 0.01]"},
        {"{U.unit('x')}", "[\"1\", 1]"},
        {"{U.unit('1')}", "[\"1\", 1]"},
        {"{U.unit('tok/s')}", "[\"tok/s\", 1.0]"},
        {"{U.unit('GHz')}", "[\"Hz\", 1e9]"},
        {"U.unit('ks') == nil", "true"}, /* nobody means kiloseconds */
        {"U.unit('mB') == nil", "true"},
        {"U.unit('GIB') == nil", "true"},
        {"U.unit('parsec') == nil", "true"},
        {"U.unit('/s') == nil", "true"},
        {"U.unit('B/') == nil", "true"},
        {"U.unit('B/s/s') == nil", "true"},
        {"u.GiB", "1073741824"},
        {"u.GB", "1000000000"},
        {"u['TB/s']", "1000000000000"},
        {"u.us", "1e-6"},
        {"u['%']", "0.01"},
    };
    for (size_t k = 0; k < LEN(rows); k++)
        expect(rows[k].expression, rows[k].json);
}

Test(units, numbers_as_typed)
{
    static const struct row rows[] = {
        {"u.parse('12')", "12.0"},
        {"u.parse('12.5 GiB')", "13421772800.0"},
        {"u.parse('12.5GiB')", "13421772800.0"},
        {"u.parse('1,024 KiB')", "1048576.0"},
        {"u.parse('1_000')", "1000.0"},
        {"u.parse('2^30')", "1073741824.0"},
        {"u.parse('2*4096^3 FLOP')", "137438953472.0"},
        {"u.parse('(3+1)*2 - 1')", "7.0"},
        {"u.parse('2^-1')", "0.5"},
        {"u.parse('2^3^2')", "512.0"},
        {"u.parse('-3e2 s')", "-300.0"},
        {"u.parse('1/4')", "0.25"},
        {"u.parse('.5 ms')", "0.0005"},
        {"u.parse('1.5e-3 s')", "0.0015"},
        {"u.parse('3\u00d710^8')", "300000000.0"},
        {"u.parse('75 %')", "0.75"},
        {"u.parse('2 GB / s')", "2000000000.0"},
        {"u.parse('64 bits')", "8.0"},
        {"u.parse('12.2M')", "12200000.0"},
        {"u.parse('64 Ki')", "65536.0"},
        {"u.parse('3 million')", "3000000.0"},
        {"{U.unit('G')}", "[\"1\", 1e9]"},
        {"u.parse('32 tokens/s')", "32.0"},
        {"u.parse('\u22125')", "-5.0"},
        {"select(2, U.parse('abc'))", "\"That is not a number; write for example 12.5 GiB, 2*4096^3 or "
                                      "1.5e-3 s.\""},
        {"select(2, U.parse('12 GIB'))", "\"There is no unit 'GIB' (did you mean 'GiB'?).\""},
        {"u.parse('') == nil", "true"},
        {"u.parse('1/0') == nil", "true"},
        {"u.parse('(1') == nil", "true"},
        {"u.parse('1 + ') == nil", "true"},
        {"u.parse(('('):rep(150) .. '1') == nil", "true"},
        {"u.parse(('9'):rep(300)) == nil", "true"},
        {"u.parse('0x10') == nil", "true"},
        {"u.parse('1e999') == nil", "true"},
    };
    for (size_t k = 0; k < LEN(rows); k++)
        expect(rows[k].expression, rows[k].json);
}

Test(units, near_misses)
{
    static const struct {
        const char *expression, *word; /* NULL: no slip */
    } rows[] = {
        {"U.near_miss(12.55, 13.4768, 'B')", "GiB"},
        {"U.near_miss(13.4768, 12.55, 'B')", "GiB"},
        {"U.near_miss(1048.576, 1000, 'B')", "MiB"},
        {"U.near_miss(1.024, 1, 'B')", "KiB"},
        {"U.near_miss(50, 100, 'FLOP')", "multiply-add"},
        {"U.near_miss(2, 1, 'FLOP/s')", "multiply-add"},
        {"U.near_miss(2, 1, 'FLOP/B')", "multiply-add"},
        {"U.near_miss(2, 1, 'B/s')", "both directions"},
        {"U.near_miss(2, 1, 's')", NULL},
        {"U.near_miss(2, 1, '1')", NULL},
        {"U.near_miss(2, 1, 'B')", NULL},
        {"U.near_miss(1.0737, 1, 'B/s')", "GiB"},
        {"U.near_miss(1.0737, 1, 'FLOP/B')", NULL},
        {"U.near_miss(1.0737, 1, 'USD')", NULL},
        {"U.near_miss(1.0737, 1)", NULL},
        {"U.near_miss(8, 1, 'B')", "bits"},
        {"U.near_miss(8, 1, 's')", NULL},
        {"U.near_miss(1.0737, 1, 's')", NULL},
        {"U.near_miss(3000, 3, 's')", "1,000"},
        {"U.near_miss(4, 1, 'B')", "bytes per element"},
        {"U.near_miss(4, 1, 's')", "bytes per element"},
        {"U.near_miss(4, 1, 'FLOP/B')", "bytes per element"},
        {"U.near_miss(4, 1, 'FLOP')", NULL},
        {"U.near_miss(4, 1, 'USD')", NULL},
        {"U.near_miss(4, 1, '1')", NULL},
        {"U.near_miss(4, 1)", NULL},
        {"U.near_miss(1000, 1, 'FLOP')", "1,000"},
        {"U.near_miss(1e9, 1, '1')", NULL},
        {"U.near_miss(1000, 1)", NULL},
        {"U.near_miss(1024, 1, 'B/s')", "1,024"},
        {"U.near_miss(1024, 1, 'FLOP')", NULL},
        {"U.near_miss(2^30, 1, '1')", NULL},
        {"U.near_miss(2^20, 1, 's')", NULL},
        {"U.near_miss(100, 1, 'B')", NULL},
        {"U.near_miss(0.75, 75, '1')", "percentage"},
        {"U.near_miss(-5, 5, '1')", "sign"},
        {"U.near_miss(1.5, 1, 'B')", NULL},
        {"U.near_miss(0, 1, 'B')", NULL},
        {"U.near_miss(-2, 1, 'B')", NULL},
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *got = eval(rows[k].expression);
        const char *text = json_string_value(got);
        if (rows[k].word)
            cr_expect(text && strstr(text, rows[k].word), "%s: %s", rows[k].expression, text);
        else
            cr_expect(json_is_null(got), "%s: %s", rows[k].expression, text);
        json_decref(got);
    }
}

Test(units, formats)
{
    static const struct row rows[] = {
        {"F.n(137438953472)", "\"137,438,953,472\""},
        {"F.n(2*4096^3)", "\"137,438,953,472\""},
        {"F.n(1365.3333)", "\"1,365\""},
        {"F.n(1365.3333, 1)", "\"1,365.3\""},
        {"F.n(0.083333)", "\"0.08333\""},
        {"F.n(153.0)", "\"153\""},
        {"F.n(8.7521)", "\"8.752\""},
        {"F.n(-1234567)", "\"-1,234,567\""},
        {"F.n(8.83e18)", "\"8.83e18\""},
        {"F.n(1.5e-7)", "\"1.5e-7\""},
        {"F.n(0)", "\"0\""},
        {"F.n(999)", "\"999\""},
        {"F.n(1000)", "\"1,000\""},
        {"F.si(4.25e12, 'B/s')", "\"4.25 TB/s\""},
        {"F.si(2.039e12, 'B/s', 4)", "\"2.039 TB/s\""},
        {"F.si(312e12, 'FLOP/s')", "\"312 TFLOP/s\""},
        {"F.si(999.6e9, 'B')", "\"1 TB\""},
        {"F.si(12, 'B')", "\"12 B\""},
        {"F.si(0.25, 'B')", "\"0.25 B\""},
        {"F.si(3.2e-6, 's')", "\"3.2 \u00b5s\""},
        {"F.si(0, 'B')", "\"0 B\""},
        {"F.gib(13476831232)", "\"12.55 GiB\""},
        {"F.gb(13476831232)", "\"13.48 GB\""},
        {"F.gb(13476831232, 0)", "\"13 GB\""},
        {"F.pct(0.748)", "\"74.8 %\""},
        {"F.pct(0.75)", "\"75 %\""},
        {"F.pct(0.0002)", "\"0.02 %\""},
        {"F.us(31.2e-6)", "\"31.2 \u00b5s\""},
        {"F.ms(0.4405e-3)", "\"0.44 ms\""},
        {"F.show(2^40)", "\"1099511627776\""},
        {"F.show(0.1 + 0.2)", "\"0.3\""},
        {"F.show('text')", "\"text\""},
        {"pcall(F.n, nil)", "false"},
        {"select(2, pcall(F.si, {}))", "\"si needs a number, got table\""},
    };
    for (size_t k = 0; k < LEN(rows); k++)
        expect(rows[k].expression, rows[k].json);
}

/* Known answers of Random123's kat_vectors for philox4x32-10. */
Test(units, philox)
{
    static const struct row rows[] = {
        {"{P.block(0, 0, 0, 0, 0, 0)}", "[1713891541, 3781805453, 3159862348, 2600524760]"},
        {"{P.block(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff)}",
         "[1083123565, 1103641358, 2718681030, 1834242557]"},
        {"{P.block(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0)}",
         "[3513581065, 2499661035, 1342301216, 605187745]"},
        {"P.hash('')", "-3750763034362895579"},
        {"P.draw(1, 'a', 0, 1)", "1"},
        {"P.draw(7, 'x', 3, 1000) == P.draw(7, 'x', 3, 1000)", "true"},
    };
    for (size_t k = 0; k < LEN(rows); k++)
        expect(rows[k].expression, rows[k].json);
    /* every value of a small range turns up, none outside; a shuffle is a permutation */
    expect("(function() local seen, out = {}, 0 for s = 1, 400 do local d = P.draw(s, 't', 0, 8) "
           "if d < 1 or d > 8 then out = out + 1 end seen[d] = true end "
           "for k = 1, 8 do if not seen[k] then out = out + 1 end end return out end)()",
           "0");
    expect("(function() local o = P.shuffle(5, 't', 9) table.sort(o) return table.concat(o) end)()",
           "\"123456789\"");
}
