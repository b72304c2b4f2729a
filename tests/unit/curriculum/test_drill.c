/* test_drill.c: drills of a lab, the exercises that they answer, and what is said of bad manifests. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define FOLDER "labs/t01-toy/drills/half"
#define MANIFEST FOLDER "/drill.lua"
#define CHAPTER "curriculum/deep/d07.lua"
#define ID "t01-toy/half"

static const char manifest_text[] =
    "return drill {\n"
    "  id = \"half\", rev = 4, title = \"Half a toy\", hours = 1.5, needs = \"correct\",\n"
    "  edit = {\"half.c\"}, skeleton = \"half.c\", reference = \"ref.c\",\n"
    "  buffers = {x = {dtype = \"f32\", shape = {\"n\"}, dist = gen.normal{}}, y = {dtype = \"f32\", shape = {\"n\"}}},\n"
    "  calls = {half = call{args = {i64\"n\", input\"x\", output\"y\"}, oracle = \"half\", tol = tol.exact}},\n"
    "  cases = {{id = \"none\", n = 0, tags = {\"edge\"}}, {id = \"many\", n = 100},\n"
    "           {id = \"hidden\", hidden = true, n = gen.pick{7, 9}}},\n"
    "  gates = {gate{call = \"half\", case = \"many\", counter = \"c_stores\", op = \"<=\", value = \"n\", why = \"once\"}},\n"
    "}\n";

static const char mutant_text[] =
    "return mutant {base = \"reference\", file = \"half.c\", replace = {{\"%s\", \"%s\"}}, fails = \"correct\", why = \"so\"}\n";

static const char chapter_text[] =
    "return deep {\n"
    "  id = \"d07\", words = 8600, exercises = 1, hours = {read = 3.5, exercises = 6}, wip = true,\n"
    "  questions = {q.build{id = \"d07-half\", lab = \"t01-toy\", drill = \"half\", ask = \"Halve it.\", worked = \"So.\"}},\n"
    "}\n";

static void add_mutant(const char *name, const char *old, const char *new)
{
    char file[128], text[400];
    snprintf(file, sizeof file, FOLDER "/mutants/%s.lua", name);
    snprintf(text, sizeof text, mutant_text, old, new);
    fixture_write(file, text);
}

static void make(void)
{
    fixture_make();
    fixture_shell("mkdir -p %s/curriculum/deep %s/" FOLDER "/skeleton %s/" FOLDER "/mutants "
                  "%s/kernels/t01-toy/drills/half", fixture_root, fixture_root, fixture_root, fixture_root);
    fixture_write(MANIFEST, manifest_text);
    fixture_write(FOLDER "/lab.h", "#include <stdint.h>\nvoid half(int64_t n, const float *x, float *y);\n");
    fixture_write(FOLDER "/brief.md", "# Drill: half\n\nHalve {{= f.two }} toys.\n");
    fixture_write(FOLDER "/skeleton/half.c", "#include \"lab.h\"\n");
    fixture_write("kernels/t01-toy/drills/half/ref.c", "void half() { n / 2; k < n; }\n");
    fixture_write("kernels/t01-toy/drills/half/oracle.c", "int half_oracle();\n");
    add_mutant("doubles", "n / 2", "n * 2");
    add_mutant("one-more", "k < n", "k <= n");
    fixture_edit(MANIFEST, "hours = 1.5", "hours = 1.5, facts = function() return {two = 2} end");
    fixture_write("curriculum/deep.lua", "return deep_dives {{\"deep/d07\", title = \"Toys\", weeks = {1}}}\n");
    fixture_write(CHAPTER, chapter_text);
    fixture_write("curriculum/deep/d07.md", "# D07: Toys\n\n## Exercises\n\nOne.\n\n{{exercises}}\n");
}

TestSuite(drill, .init = make, .fini = fixture_drop, .timeout = 120);

static const char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* Language and backends are its lab's; its one milestone of its own comes last, and none has points. */
Test(drill, a_drill_is_a_lab_of_its_own)
{
    struct curriculum *cur = fixture_open();
    json_t *d = curriculum_lab(cur, ID, 1);
    cr_assert(d, "%s", curriculum_error(cur));
    cr_expect_str_eq(text_of(d, "id"), ID);
    cr_expect_str_eq(text_of(d, "dir"), FOLDER);
    cr_expect_str_eq(text_of(d, "kernels"), "kernels/t01-toy/drills/half");
    cr_expect_str_eq(text_of(d, "lang"), "c");
    cr_expect_str_eq(text_of(json_object_get(d, "drill"), "needs"), "correct");
    cr_expect_eq(json_array_size(json_object_get(d, "mutants")), 2);
    const json_t *milestones = json_object_get(d, "milestones"), *m;
    size_t k;
    json_array_foreach(milestones, k, m)
        cr_expect_eq(json_number_value(json_object_get(m, "max")), 0, "%s", text_of(m, "id"));
    cr_expect_eq(k, 4);
    cr_expect_str_eq(text_of(json_array_get(milestones, 3), "id"), "drill:half");
    json_decref(d);
    const json_t *row = json_array_get(json_object_get(curriculum_brief(cur, "t01-toy"), "drills"), 0);
    cr_expect_str_eq(text_of(row, "id"), ID);
    cr_expect_eq(json_integer_value(json_object_get(row, "rev")), 4);
    char *brief = curriculum_lesson(cur, "brief:" ID);
    cr_expect(brief && strstr(brief, "Halve 2 toys."), "%s", curriculum_error(cur));
    free(brief);
    curriculum_close(cur);
}

Test(drill, ids_are_no_paths)
{
    static const char *const none[] = {"t01-toy/none", "t01-toy/", "/half", "t01-toy/half/half", "t01-toy/../../labs",
                                       "t02-none/half", "t01-toy/drills", "../t01-toy/half"};
    struct curriculum *cur = fixture_open();
    for (size_t k = 0; k < LEN(none); k++) {
        cr_expect(!curriculum_has_lab(cur, none[k]), "%s", none[k]);
        cr_expect_null(curriculum_lab(cur, none[k], 1), "%s", none[k]);
        cr_expect(strstr(curriculum_error(cur), "There is no lab"), "%s", curriculum_error(cur));
    }
    cr_expect(curriculum_has_lab(cur, ID));
    curriculum_close(cur);
}

static json_t *answer(struct curriculum *cur, const json_t *own)
{
    json_t *typed = json_string("done, I promise");
    json_t *v = curriculum_answer_own(cur, "d07", "d07-half", 1, typed, own);
    json_decref(typed);
    cr_assert(v, "%s", curriculum_error(cur));
    return v;
}

/* Nobody answers a build by saying so. */
Test(drill, what_was_built_is_the_answer)
{
    struct curriculum *cur = fixture_open();
    json_t *list = curriculum_questions(cur, "d07", 1), *q = json_array_get(list, 0);
    cr_assert(q, "%s", curriculum_error(cur));
    cr_expect_str_eq(text_of(json_object_get(q, "build"), "id"), ID);
    cr_expect(strstr(text_of(q, "about"), "`ridge test t01-toy --drill half`"), "%s", text_of(q, "about"));
    json_decref(list);
    json_t *v = answer(cur, NULL);
    cr_expect_str_eq(text_of(v, "status"), "INVALID");
    cr_expect(!json_object_get(v, "worked"));
    json_decref(v);
    json_t *own = json_pack("{s:s}", "lack", "not yet");
    v = answer(cur, own);
    cr_expect_str_eq(text_of(v, "message"), "not yet");
    json_decref(v);
    json_decref(own);
    own = json_pack("{s:i}", "attempt", 12);
    v = answer(cur, own);
    cr_expect_str_eq(text_of(v, "status"), "PASS");
    cr_expect_str_eq(text_of(v, "worked"), "So.");
    cr_expect_eq(json_integer_value(json_object_get(v, "attempt")), 12);
    json_decref(v);
    json_decref(own);
    json_t *solved = curriculum_solved(cur, "deep/d07", 1);
    cr_expect_str_eq(text_of(json_array_get(solved, 0), "expected"), "drill half of t01-toy passes");
    json_decref(solved);
    json_t *c = curriculum_chapter(cur, "d07", NULL, false);
    cr_expect(strstr(text_of(c, "markdown"), "- `d07-half` · a build: `ridge test t01-toy --drill half`"), "%s",
              text_of(c, "markdown"));
    json_decref(c);
    curriculum_close(cur);
}

static char *all_of(const json_t *list)
{
    char *text = NULL;
    size_t n = 0, k;
    const json_t *e;
    FILE *out = open_memstream(&text, &n);
    json_array_foreach(list, k, e)
        fprintf(out, "%s:%lld: %s (%s)\n", text_of(e, "file"),
                (long long)json_integer_value(json_object_get(e, "line")), text_of(e, "message"), text_of(e, "level"));
    fclose(out);
    return text;
}

static bool reported(const json_t *list, const char *where, const char *message)
{
    size_t k;
    const json_t *e;
    json_array_foreach(list, k, e)
        if (!strcmp(text_of(e, "level"), "error") && !strcmp(text_of(e, "file"), where) &&
            strstr(text_of(e, "message"), message))
            return true;
    return false;
}

static const struct {
    const char *file, *old, *new, *message, *where;
} mistakes[] = {
    {MANIFEST, "id = \"half\"", "id = \"hlaf\"", "'hlaf' is not the name of its folder 'half'", MANIFEST},
    {MANIFEST, "return drill {", "return lab {", "field", MANIFEST},
    {MANIFEST, "return drill {", "return dril {", "here is no name 'dril' (did you mean 'drill'?)", MANIFEST},
    {MANIFEST, "rev = 4, ", "", "'rev' is missing", MANIFEST},
    {MANIFEST, "rev = 4", "rev = 0", "rev", MANIFEST},
    {MANIFEST, "needs = \"correct\"", "needs = \"corect\"", "no milestone 'corect' (did you mean 'correct'?)", MANIFEST},
    {MANIFEST, ", needs = \"correct\"", "", "'needs' is missing", MANIFEST},
    {MANIFEST, "skeleton = \"half.c\"", "skeleton = \"hal.c\"", "'hal.c' is not the file that 'edit' names", MANIFEST},
    {MANIFEST, "edit = {\"half.c\"}", "edit = {\"half.c\", \"b.c\"}", "edit", MANIFEST},
    {MANIFEST, "edit = {\"half.c\"}", "edit = {\"../half.c\"}", "a file name", MANIFEST},
    {MANIFEST, "reference = \"ref.c\"", "reference = \"rev.c\"", "no file kernels/t01-toy/drills/half/rev.c", MANIFEST},
    {MANIFEST, "title = ", "points = {}, title = ", "there is no such field", MANIFEST},
    {MANIFEST, "title = ", "backends = {\"cuda\"}, title = ", "t01-toy does not run on 'cuda'", MANIFEST},
    {MANIFEST, "title = ", "backends = {\"gpu\"}, title = ", "backends", MANIFEST},
    {MANIFEST, "output\"y\"", "output\"z\"", "no buffer 'z'", MANIFEST},
    {MANIFEST, "case = \"many\"", "case = \"manny\"", "there is no case 'manny' (did you mean 'many'?)", MANIFEST},
    {MANIFEST, "\"c_stores\"", "\"c_storse\"", "no counter is called 'c_storse'", MANIFEST},
    {MANIFEST, "cases = {", "casus = {", "'cases' is missing", MANIFEST},
    {MANIFEST, "oracle = \"half\", ", "", "othing judges it", MANIFEST},
    {FOLDER "/mutants/doubles.lua", "n / 2", "n // 2", "the old text does not occur in the base",
     FOLDER "/mutants/doubles.lua"},
    {FOLDER "/mutants/doubles.lua", "fails = \"correct\"", "fails = \"profil\"", "no milestone 'profil'",
     FOLDER "/mutants/doubles.lua"},
    {FOLDER "/mutants/doubles.lua", "file = \"half.c\"", "file = \"lab.h\"", "'lab.h' is not in the lab's 'edit'",
     FOLDER "/mutants/doubles.lua"},
    {FOLDER "/brief.md", "f.two", "f.three", "three", FOLDER "/brief.md"},
    {CHAPTER, "drill = \"half\"", "drill = \"hal\"", "t01-toy has no drill 'hal' (did you mean 'half'?)", CHAPTER},
    {CHAPTER, "drill = \"half\", ", "", "'drill' is missing", CHAPTER},
    {CHAPTER, "worked = \"So.\"", "answer = 1", "there is no such field", CHAPTER},
};

Test(drill, mistakes_are_named)
{
    for (size_t k = 0; k < LEN(mistakes); k++) {
        char *before = fixture_read(mistakes[k].file);
        fixture_edit(mistakes[k].file, mistakes[k].old, mistakes[k].new);
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur);
        char *errors = all_of(json_object_get(r, "errors"));
        bool named = reported(json_object_get(r, "errors"), mistakes[k].where, mistakes[k].message);
        cr_expect(named, "%s: %s\n%s", mistakes[k].new, mistakes[k].message, errors);
        free(errors);
        json_decref(r);
        curriculum_close(cur);
        fixture_write(mistakes[k].file, before);
        free(before);
    }
}

Test(drill, one_mutant_is_too_few)
{
    fixture_shell("rm %s/" FOLDER "/mutants/doubles.lua", fixture_root);
    struct curriculum *cur = fixture_open();
    cr_expect_null(curriculum_lab(cur, ID, 1));
    cr_expect(strstr(curriculum_error(cur), "a drill needs 2 real mistakes"), "%s", curriculum_error(cur));
    curriculum_close(cur);
}

/* A change of a drill is seen by who keeps what was loaded. */
Test(drill, a_drill_is_part_of_what_is_kept)
{
    char kept[128];
    snprintf(kept, sizeof kept, "%s/kept", fixture_root);
    for (int rev = 4; rev <= 5; rev++) {
        if (rev == 5)
            fixture_edit(MANIFEST, "rev = 4", "rev = 5");
        struct curriculum *cur = fixture_open();
        curriculum_keep(cur, kept);
        cr_assert(curriculum_load(cur), "%s", curriculum_error(cur));
        const json_t *row = json_array_get(json_object_get(curriculum_brief(cur, "t01-toy"), "drills"), 0);
        cr_expect_eq(json_integer_value(json_object_get(row, "rev")), rev);
        curriculum_close(cur);
    }
}

/* Whatever is cut off or doubled, what comes out is a drill or a mistake in its manifest. */
Test(drill, damaged_manifests)
{
    uint64_t state = 1;
    size_t n = strlen(manifest_text);
    struct curriculum *cur = fixture_open();
    for (int k = 0; k < 300; k++) {
        char *text = NULL;
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t at = (size_t)(state >> 33) % n, len = (size_t)(state >> 20) % 40;
        if (at + len > n)
            len = n - at;
        cr_assert_gt(k % 2 ? asprintf(&text, "%.*s%s", (int)at, manifest_text, manifest_text + at + len)
                           : asprintf(&text, "%.*s%s", (int)(at + len), manifest_text, manifest_text + at), -1);
        fixture_write(MANIFEST, text);
        json_t *d = curriculum_lab(cur, ID, 1);
        cr_expect(d || !strncmp(curriculum_error(cur), FOLDER, strlen(FOLDER)), "%s\n%s", curriculum_error(cur), text);
        json_decref(d);
        free(text);
    }
    curriculum_close(cur);
}
