/* test_student.c: hidden cases are cut out of a manifest, and nothing else is. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "grader/pack/student.h"

Test(student, hidden_tables_go_with_their_comma)
{
    static const struct {
        const char *lua, *cut;
    } rows[] = {
        { "a = {{id = 1}, {id = 2, hidden = true}, {id = 3}}", "a = {{id = 1},  {id = 3}}" },
        { "{{hidden=true, R = gen.pick{1, 2}}}", "{}" },
        { "{{id = 1, x = {hidden = true}}}", "{{id = 1, x = }}" },
        { "{{hidden = false}, {hidden == true}, {unhidden = true}, {hidden = trueish}}",
          "{{hidden = false}, {hidden == true}, {unhidden = true}, {hidden = trueish}}" },
        { "-- {hidden = true}\n{1}", "-- {hidden = true}\n{1}" },
        { "--[==[ } ]] {hidden = true ]==] {1}", "--[==[ } ]] {hidden = true ]==] {1}" },
        { "{'} hidden = true', \"\\\"{\", [[ { ]]}", "{'} hidden = true', \"\\\"{\", [[ { ]]}" },
        { "{{hidden = true, note = '}'}, 7}", "{ 7}" },
        { "{(function() h.hidden = true end)()}", "{(function() h.hidden = true end)()}" },
        { "", "" },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct err e = { "" };
        char *cut = student_manifest(rows[k].lua, &e);
        cr_assert(cut, "%s: %s", rows[k].lua, e.text);
        cr_assert_str_eq(cut, rows[k].cut, "%s became %s", rows[k].lua, cut);
        free(cut);
    }
}

Test(student, what_does_not_close_is_refused)
{
    static const char *const bad[] = { "{", "}", "{{}", "{'}'" };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct err e = { "" };
        cr_assert_null(student_manifest(bad[k], &e), "%s", bad[k]);
        cr_assert(*e.text);
    }
    char *deep = calloc(1, 5000);
    memset(deep, '{', 2000);
    memset(deep + 2000, '}', 2000);
    struct err e = { "" };
    cr_assert_null(student_manifest(deep, &e));
    free(deep);
}

Test(student, keeps_what_is_no_solution)
{
    cr_assert(student_keeps("pack.lua") && student_keeps("labs/a-b/lab.lua") && student_keeps("labs/a-b/skeleton/x.c"));
    cr_assert(!student_keeps("labs/a-b/mutants/x.lua") && !student_keeps("kernels/a-b/ref.c"));
}

Test(student, the_hash_is_of_what_judges)
{
    char one[33], two[33];
    json_t *files = json_pack("{s:s s:s s:s s:s}", "labs/a-b/lab.lua", "x", "kernels/a-b/oracle.c", "y",
                              "labs/a-b/lesson.md", "z", "labs/a-b/mutants/m.lua", "m");
    student_judged(files, "a-b", one);
    json_object_set_new(files, "labs/a-b/lesson.md", json_string("other"));
    json_object_set_new(files, "labs/a-b/mutants/m.lua", json_string("other"));
    json_object_set_new(files, "labs/a-c/lab.lua", json_string("other"));
    student_judged(files, "a-b", two);
    cr_assert_str_eq(one, two);
    json_object_set_new(files, "kernels/a-b/oracle.c", json_string("other"));
    student_judged(files, "a-b", two);
    cr_assert_str_neq(one, two);
    json_decref(files);
}
