/* test_js.c: members and rows, of documents that have them and of those that have something else in their place. */
#include "runner/base/js.h"

#include <criterion/criterion.h>

Test(js, a_member_or_nothing)
{
    json_t *o = json_pack("{s:s s:f s:i s:[] s:n}", "text", "words", "real", 1.5, "int", 7, "list", "null");
    cr_expect_str_eq(js_text(o, "text"), "words");
    cr_expect_eq(js_number(o, "real"), 1.5);
    cr_expect_eq(js_number(o, "int"), 7);
    for (const char *const *key = (const char *const[]){ "real", "int", "list", "null", "absent", NULL }; *key; key++)
        cr_expect_str_eq(js_text(o, *key), "", "%s", *key);
    for (const char *const *key = (const char *const[]){ "text", "list", "null", "absent", NULL }; *key; key++)
        cr_expect_eq(js_number(o, *key), 0, "%s", *key);
    cr_expect_str_eq(js_text(NULL, "text"), "");
    cr_expect_eq(js_number(NULL, "real"), 0);
    cr_expect(js_is(o, "text", "words") && !js_is(o, "text", "word") && !js_is(o, "int", "7"));
    cr_expect(js_is(o, "absent", "") && js_is(NULL, "text", ""));
    json_decref(o);
}

Test(js, a_row_by_its_name)
{
    json_t *rows = json_pack("[{s:s s:i} {s:i} s {s:s s:i} {s:s s:i}]", "id", "a", "n", 1, "n", 2, "no object", "id", "b",
                             "n", 3, "id", "b", "n", 4);
    cr_expect_eq(js_number(js_row(rows, "id", "a"), "n"), 1);
    cr_expect_eq(js_number(js_row(rows, "id", "b"), "n"), 3, "the first of two");
    cr_expect_null(js_row(rows, "id", "c"));
    cr_expect_null(js_row(rows, "id", ""), "a row without the member is no row of that name");
    cr_expect_null(js_row(NULL, "id", "a"));
    json_decref(rows);
}
