/* test_tour.c: tours of repositories: the page with and without the learner's copies, and what the lint refuses. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define PAGE "curriculum/tours/toy.md"
#define MANIFEST "curriculum/tours/toy.lua"
#define LIST "curriculum/tours.lua"
#define COMMIT "0123456789abcdef0123456789abcdef01234567"
#define SHA COMMIT "0123456789abcdef01234567"

#define ABOUT "file = \"src/a.c\", symbol = \"twice\", ask = \"a.c, `twice`: "
#define MULTI(id)                                                                                                     \
    "    q.multi{id = \"" id "\", " ABOUT "which?\", options = {\"one thing\", \"another\", \"a third\"},\n"           \
    "      answer = {1, 3}, wrong = {{value = 2, hint = \"no\"}}, worked = \"so\"},\n"

static const char manifest_text[] =
    "return tour {\n"
    "  id = \"toy\", commit = \"" COMMIT "\", date = \"2026-01-31\", licence = \"MIT\", seeds = {\"S004-REPO\"},\n"
    "  labs = {\"t01-toy\"}, hours = 2, as_of = \"2026-11\",\n"
    "  files = {\n"
    "    {\"src/a.c\", bytes = 100, sha256 = \"" SHA "\", minutes = 20,\n"
    "     read = {{from = \"twice\", why = \"it doubles\"}}},\n"
    "    {\"b.py\", bytes = 2000, sha256 = \"" SHA "\", minutes = 5, read = {{from = \"half\", why = \"it halves\"}}},\n"
    "  },\n"
    "  questions = {\n"
    "    q.num{id = \"k\", unit = \"1\", " ABOUT "of {{= p.k}}?\", vary = {k = {2, 3}},\n"
    "      answer = function(f, p) return 2*p.k end, worked = \"so\",\n"
    "      wrong = {{value = function(f, p) return p.k end, hint = \"once\"},\n"
    "               {value = function(f, p) return 3*p.k + 1 end, hint = \"thrice\"}}},\n" MULTI("m1") MULTI("m2")
        MULTI("m3") MULTI("m4")
    "  },\n"
    "}\n";

#define TEN "These are ten words of a page that goes on. "
#define WORDS TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "\n\n"

static const char page_text[] =
    "# Toy: a tour\n\n"
    "## What it is for\n\n" WORDS
    "## What to leave out\n\n" WORDS
    "## The order\n\n{{files}}\n\n{{source src/a.c:twice}}\n\n{{source b.py:half}}\n\n" WORDS
    "## In Ridge\n\n" WORDS
    "## Since then\n\n" WORDS;

static void make(void)
{
    fixture_make();
    fixture_shell("mkdir -p %s/curriculum/tours %s/copies/src", fixture_root, fixture_root);
    fixture_write(MANIFEST, manifest_text);
    fixture_write(PAGE, page_text);
}

TestSuite(tour, .init = make, .fini = fixture_drop, .timeout = 120);

static const char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static bool reported(const json_t *list, const char *level, const char *file, const char *message)
{
    size_t k;
    const json_t *e;
    json_array_foreach(list, k, e)
        if (!strcmp(text_of(e, "level"), level) && !strcmp(text_of(e, "file"), file) &&
            strcasestr(text_of(e, "message"), message))
            return true;
    return false;
}

/* The page for whoever has the files that `states` calls here. */
static char *page_with(struct curriculum *cur, json_t *states)
{
    char folder[200];
    snprintf(folder, sizeof folder, "%s/copies", fixture_root);
    json_t *page = curriculum_tour(cur, "tours/toy", states, folder);
    cr_assert(page, "%s", curriculum_error(cur));
    char *text = strdup(text_of(page, "markdown"));
    json_decref(page);
    json_decref(states);
    return text;
}

Test(tour, a_page_without_files_says_how_to_get_them)
{
    struct curriculum *cur = fixture_open();
    char *page = page_with(cur, json_object());
    cr_expect(strstr(page, "**owner/name** (formerly older/name) at commit `0123456789ab` of 2026-01-31."), "%s", page);
    cr_expect(strstr(page, "Licence: MIT; the files stay their authors'"), "%s", page);
    cr_expect(strstr(page, "1. `src/a.c` (100 B, 20 min; not fetched)\n   - `twice`: it doubles\n2. `b.py` (2 kB"), "%s", page);
    cr_expect(strstr(page, "`twice` of `src/a.c`: fetch the tour to see it, `ridge fetch tour:toy`."), "%s", page);
    free(page);
    page = curriculum_lesson(cur, "tours/toy");
    cr_expect(page && strstr(page, "fetch the tour to see it"), "%s", curriculum_error(cur));
    free(page);
    curriculum_close(cur);
}

static const char c_text[] = "/* twice: a comment is no place */\nint twice(int);\n\nint user(void) { return twice(2); }\n"
                             "\nint twice(int x)\n{\n    return 2 * x; // ``` and {{= 1 }}\n}\n";
static const char py_text[] = "# half of it\nprint(half)\n\ndef half(x):\n    return x / 2\n";

/* The definition is shown, and not the comment, the declaration or the call before it. */
Test(tour, a_page_shows_the_copies_that_are_here)
{
    fixture_write("copies/src/a.c", c_text);
    fixture_write("copies/b.py", py_text);
    struct curriculum *cur = fixture_open();
    char *page = page_with(cur, json_pack("{s:s, s:s}", "src/a.c", "here", "b.py", "other"));
    cr_expect(strstr(page, "`src/a.c`, from line 6, as you have it:\n\n````c\nint twice(int x)\n{\n    return 2 * x; // "
                           "``` and {{= 1 }}\n}\n````"), "%s", page);
    cr_expect(strstr(page, "2. `b.py` (2 kB, 5 min; another file; not shown)"), "%s", page);
    cr_expect(strstr(page, "`half` of `b.py`: fetch the tour") && !strstr(page, "def half"), "%s", page);
    free(page);
    page = page_with(cur, json_pack("{s:s}", "b.py", "here"));
    cr_expect(strstr(page, "`b.py`, from line 4, as you have it:\n\n````py\ndef half(x):\n    return x / 2\n````"), "%s",
              page);
    free(page);
    fixture_write("copies/b.py", "def other(x): pass\n");
    page = page_with(cur, json_pack("{s:s, s:s}", "b.py", "here", "../hw.lua", "here"));
    cr_expect(strstr(page, "`half` does not stand in `b.py`."), "%s", page);
    free(page);
    curriculum_close(cur);
}

/* The line of the definition, not of a mention before it; 0 where the name does not stand. */
Test(tour, lines_are_those_of_the_definitions)
{
    char folder[200];
    snprintf(folder, sizeof folder, "%s/copies", fixture_root);
    fixture_write("copies/src/a.c", c_text);
    fixture_write("copies/b.py", "def other(x): pass\n");
    struct curriculum *cur = fixture_open();
    json_t *lines = curriculum_tour_lines(cur, "tours/toy", "src/a.c", folder);
    cr_expect_eq(json_array_size(lines), 1, "%s", curriculum_error(cur));
    cr_expect_eq(json_integer_value(json_array_get(lines, 0)), 6);
    json_decref(lines);
    lines = curriculum_tour_lines(cur, "tours/toy", "b.py", folder);
    cr_expect_eq(json_array_size(lines), 1, "%s", curriculum_error(cur));
    cr_expect_eq(json_integer_value(json_array_get(lines, 0)), 0);
    json_decref(lines);
    cr_expect_null(curriculum_tour_lines(cur, "tours/toy", "none.c", folder));
    cr_expect(strstr(curriculum_error(cur), "The copy of 'none.c' can't be read."), "%s", curriculum_error(cur));
    cr_expect_null(curriculum_tour_lines(cur, "tours/toy", "../curriculum/tours.lua", folder));
    cr_expect_null(curriculum_tour_lines(cur, "tours/none", "src/a.c", folder));
    cr_expect(strstr(curriculum_error(cur), "There is no tour"), "%s", curriculum_error(cur));
    curriculum_close(cur);
}

Test(tour, there_is_no_such_tour)
{
    static const char *const none[] = {"tours/none", "tours/../hw", "tours/.x", "tours/", "cards/toy", "toy"};
    struct curriculum *cur = fixture_open();
    for (size_t k = 0; k < LEN(none); k++) {
        cr_expect_null(curriculum_tour(cur, none[k], NULL, NULL), "%s", none[k]);
        cr_expect(strstr(curriculum_error(cur), "There is no tour"), "%s", curriculum_error(cur));
    }
    curriculum_close(cur);
}

Test(tour, lists_and_the_map_know_it)
{
    struct curriculum *cur = fixture_open();
    const json_t *card = json_array_get(curriculum_cards(cur), 1), *row;
    cr_expect_str_eq(text_of(card, "id"), "tours/toy");
    cr_expect_str_eq(text_of(card, "repo"), "owner/name");
    cr_expect_str_eq(text_of(json_array_get(json_object_get(card, "files"), 1), "path"), "b.py");
    json_t *questions = curriculum_questions(cur, "tours/toy", 1), *map = curriculum_map(cur);
    cr_expect_eq(json_array_size(questions), 5, "%s", curriculum_error(cur));
    size_t k, found = 0;
    json_array_foreach(json_object_get(map, "rows"), k, row)
        if (!strcmp(text_of(row, "id"), "S004-REPO")) {
            cr_expect_str_eq(text_of(row, "status"), "implemented");
            found++;
        }
    cr_expect_eq(found, 1);
    json_decref(questions);
    json_decref(map);
    curriculum_close(cur);
}

Test(tour, a_good_tour_has_no_mistake)
{
    struct curriculum *cur = fixture_open();
    json_t *r = curriculum_lint(cur);
    const json_t *e;
    size_t k;
    json_array_foreach(json_object_get(r, "errors"), k, e)
        cr_expect(!strstr(text_of(e, "file"), "tour"), "%s:%lld %s", text_of(e, "file"),
                  (long long)json_integer_value(json_object_get(e, "line")), text_of(e, "message"));
    json_decref(r);
    curriculum_close(cur);
}

static const struct {
    const char *file, *old, *new, *message, *where;
} mistakes[] = {
    {MANIFEST, "\"" COMMIT "\"", "\"0123\"", "'0123' is not a commit of 40 hex digits", MANIFEST},
    {MANIFEST, "\"" SHA "\"", "\"" COMMIT "\"", "is not a SHA-256 of 64 hex digits", MANIFEST},
    {MANIFEST, "bytes = 100,", "", "field 'bytes' is missing", MANIFEST},
    {MANIFEST, "\"src/a.c\", bytes", "\"/etc/passwd\", bytes", "is not a path inside the repository", MANIFEST},
    {MANIFEST, "\"src/a.c\", bytes", "\"src/../../a.c\", bytes", "leads out of the repository", MANIFEST},
    {MANIFEST, "{\"b.py\"", "{\"src/a.c\"", "'src/a.c' is there twice", MANIFEST},
    {MANIFEST, "id = \"toy\"", "id = \"tiy\"", "'id' is not the name of its file", MANIFEST},
    {MANIFEST, "labs = {\"t01-toy\"}", "labs = {\"t01-toi\"}", "no lab 't01-toi'", MANIFEST},
    {MANIFEST, "seeds = {\"S004-REPO\"}", "seeds = {\"S004-X\"}", "'S004-X' is no row of map.lua", MANIFEST},
    {MANIFEST, "licence = \"MIT\", ", "", "field 'licence' is missing", MANIFEST},
    {MANIFEST, MULTI("m4"), "", "are 4, and a tour has 5", MANIFEST},
    {MANIFEST, "file = \"src/a.c\"", "file = \"src/b.c\"", "is no file of this tour", MANIFEST},
    {MANIFEST, "file = \"src/a.c\", ", "", "a question of a tour is about one of its files", MANIFEST},
    {MANIFEST, "ask = \"a.c, ", "ask = \"there, ", "does not say that it is about 'a.c'", MANIFEST},
    {MANIFEST, "symbol = \"twice\"", "symbol = \"twoce\"", "does not say that it is about 'twoce'", MANIFEST},
    {MANIFEST, "               {value = function(f, p) return 3*p.k + 1 end, hint = \"thrice\"}", "",
     "needs two near misses", MANIFEST},
    {MANIFEST, ", worked = \"so\"}", "}", "a question has its worked answer", MANIFEST},
    {MANIFEST, "date = \"2026-01-31\"", "date = \"2025-04-30\"", "more than 18 months before 'as_of'", MANIFEST},
    {PAGE, "# Toy: a tour", "# A tour", "the page's heading is not 'Toy: a tour'", PAGE},
    {PAGE, "## In Ridge", "## In ridges", "section 'In ridges' stands where 'In Ridge' belongs", PAGE},
    {PAGE, "## Since then\n\n" WORDS, WORDS, "section '## Since then' is missing", PAGE},
    {PAGE, "{{files}}\n", "", "the line {{files}} stands once", PAGE},
    {PAGE, "{{files}}", "see {{files}}", "stands alone on its line", PAGE},
    {PAGE, "{{files}}", "{{file}}", "no mark {{file}} (did you mean 'files'?)", PAGE},
    {PAGE, "{{source src/a.c:twice}}", "{{source src/b.c:twice}}", "the tour has no file 'src/b.c'", PAGE},
    {PAGE, "{{source src/a.c:twice}}", "{{source src/a.c}}", "write {{source path:symbol}}", PAGE},
    {PAGE, "{{source src/a.c:twice}}", "```c\nint twice(int);\n```", "a tour shows no code of its own", PAGE},
    {PAGE, WORDS "## What to leave out\n\n" WORDS, "## What to leave out\n\n", "the words of the page are 3", PAGE},
    {LIST, "\"tours/toy\"", "\"tours/tiy\"", "the tour is not in tours.lua", MANIFEST},
    {LIST, "\"owner/name\"", "\"name\"", "'name' is not a repository (owner/name)", LIST},
    {LIST, "title = \"Toy: a tour\"}", "title = \"Toy: a tour\"}, {\"tours/toy\", repo = \"a/b\", title = \"B\"}",
     "tour 'tours/toy' is there twice", LIST},
};

Test(tour, mistakes_are_named)
{
    for (size_t k = 0; k < LEN(mistakes); k++) {
        char *before = fixture_read(mistakes[k].file);
        fixture_edit(mistakes[k].file, mistakes[k].old, mistakes[k].new);
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur), *list = json_object_get(r, "errors");
        char *errors = json_dumps(list, JSON_INDENT(1));
        bool warns = strstr(mistakes[k].message, "18 months") != NULL;
        cr_expect(reported(list, warns ? "warning" : "error", mistakes[k].where, mistakes[k].message), "%s: %s\n%s",
                  mistakes[k].new, mistakes[k].message, errors);
        free(errors);
        json_decref(r);
        curriculum_close(cur);
        fixture_write(mistakes[k].file, before);
        free(before);
    }
}
