/* test_lint.c: what the lint refuses beside the mistakes of test_curriculum.c: drawings that do not fit, and functions
 * that calls ask for and lab.h lacks. */
#include "fixture.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

TestSuite(lint, .init = fixture_make, .fini = fixture_drop);

#define LEN(a) (sizeof(a) / sizeof *(a))
#define WIDE_25 "─────────────────────────"
#define WIDE_70 WIDE_25 WIDE_25 "────────────────────"
#define LESSON "labs/t01-toy/lesson.md", "## Pitfalls"
#define CARD "curriculum/cards/toy.md", "Twice the ridge"

static const struct {
    const char *file, *before; /* the drawing is put before that text */
    const char *language, *line;
    const char *message; /* NULL: it is all right */
} drawings[] = {
    { LESSON, "", "+--+", "box characters" },
    { LESSON, "text", "+--+", NULL },
    { LESSON, "", WIDE_70 "12345", NULL },
    { LESSON, "", WIDE_70 "123456", "has 76 columns; on a terminal of 80 its page has 75" },
    { LESSON, "c", WIDE_70 "123456", NULL },
    /* what an expression prints counts, not what it takes to write it */
    { LESSON, "", WIDE_70 "1234{{= 5 }}", NULL },
    { LESSON, "", WIDE_70 "1234{{= 56 }}", "has 76 columns" },
    /* bars of neighbours stand below each other once the expressions are filled in */
    { LESSON, "", "{{= 56 }} │ a\n78 │ b", NULL },
    { LESSON, "", "{{= 56 }} │ a\n78       │ b", "Line 1 of this drawing" },
    { LESSON, "", "78 | a | b\n{{= 5 }} | a | b", "Line 2 of this drawing" },
    { LESSON, "", "{{= 56 }} │ a\n78 │ b │", NULL },
    /* so do those that were written so, but for bars that a drawing moves */
    { LESSON, "", "│ a │ b │\n│ c │ d │", NULL },
    { LESSON, "", "│ a │ b │\n │   │   │", "line 2 of this drawing stand one column beside" },
    { LESSON, "", "a │\nabc │", "stand two columns beside" },
    { LESSON, "", "a │\nabcd │", NULL },
    { LESSON, "", "│ a │ b │\n│ a  │ b │", NULL },
    { CARD, "", WIDE_70 "1234567", NULL },
    { CARD, "", WIDE_70 "12345678", "has 78 columns; on a terminal of 80 its page has 77" },
    { "labs/t01-toy/brief.md", "#", "", WIDE_70 "123456", "its page has 75" },
    { "labs/t01-toy/hints.md", "## Tier 2", "", WIDE_70 "123", NULL },
    { "labs/t01-toy/hints.md", "## Tier 2", "", WIDE_70 "1234", "its page has 73" },
};

/* Does the lint refuse the page, in that line and so? With message NULL: does it find nothing wrong at all? */
static int found(const char *file, int line, const char *message)
{
    struct curriculum *cur = fixture_open();
    json_t *r = curriculum_lint(cur);
    const json_t *e;
    size_t k;
    int yes = !message && json_is_true(json_object_get(r, "ok"));
    json_array_foreach(json_object_get(r, "errors"), k, e)
        yes |= message && json_integer_value(json_object_get(e, "line")) == line &&
               !strcmp(json_string_value(json_object_get(e, "file")), file) &&
               strstr(json_string_value(json_object_get(e, "message")), message);
    json_decref(r);
    curriculum_close(cur);
    return yes;
}

Test(lint, drawings_fit_their_page, .timeout = 300)
{
    for (size_t k = 0; k < LEN(drawings); k++) {
        char text[600];
        snprintf(text, sizeof text, "```%s\n%s\n```\n\n%s", drawings[k].language, drawings[k].line, drawings[k].before);
        int line = fixture_edit(drawings[k].file, drawings[k].before, text);
        cr_expect(found(drawings[k].file, line, drawings[k].message), "drawing %zu, line %d", k, line);
        fixture_renew(drawings[k].file);
    }
}

Test(lint, asked_functions_are_in_the_header, .timeout = 120)
{
    static const char file[] = "labs/t01-toy/lab.lua", call[] = "toy_replay = call{";
    static const char *const fns[][2] = { { "\"toy_sum\"", NULL },
                                          { "\"toy_su\"", "lab.h has no 'toy_su'" },
                                          { "{T = \"toy_sum\"}", NULL },
                                          { "{T = \"toy_som\"}", "lab.h has no 'toy_som'" } };
    for (size_t k = 0; k < LEN(fns); k++) {
        char text[200];
        snprintf(text, sizeof text, "%s asks = {fn = %s},", call, fns[k][0]);
        int line = fixture_edit(file, call, text);
        cr_expect(found(file, line, fns[k][1]), "%s, line %d", fns[k][0], line);
        fixture_renew(file);
    }
}

/* A lab is read for itself and for each page that quotes it or leads to it. */
Test(lint, a_mistake_is_told_once, .timeout = 120)
{
    static const char *const bad[][3] = { { "labs/t01-toy/lab.lua", "rev = 3", "rev = 3, colour = 1" },
                                          { "labs/t01-toy/lab.lua", "rev = 3", "rev = 3 }" },
                                          { LESSON, "```\n+--+\n```\n\n## Pitfalls" },
                                          { LESSON, "[x](ridge:nowhere)\n\n## Pitfalls" } };
    for (size_t k = 0; k < LEN(bad); k++) {
        fixture_edit(bad[k][0], bad[k][1], bad[k][2]);
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur), *list = json_object_get(r, "errors");
        cr_expect_gt(json_array_size(list), 0, "%s", bad[k][2]);
        for (size_t a = 0; a < json_array_size(list); a++)
            for (size_t b = a + 1; b < json_array_size(list); b++)
                cr_expect(!json_equal(json_array_get(list, a), json_array_get(list, b)), "%s: told twice: %s", bad[k][2],
                          json_string_value(json_object_get(json_array_get(list, a), "message")));
        json_decref(r);
        curriculum_close(cur);
        fixture_renew(bad[k][0]);
    }
}
