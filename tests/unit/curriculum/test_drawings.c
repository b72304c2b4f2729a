/* test_drawings.c: which drawings of a page the lint refuses: lines of +--, and what is wider than a terminal of 80. */
#include "fixture.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

TestSuite(drawings, .init = fixture_make, .fini = fixture_drop);

#define LEN(a) (sizeof(a) / sizeof *(a))
#define WIDE_25 "─────────────────────────"
#define WIDE_70 WIDE_25 WIDE_25 "────────────────────"
#define LESSON "labs/t01-toy/lesson.md", "## Pitfalls"
#define CARD "curriculum/cards/toy.md", "Twice the ridge"

static const struct {
    const char *file, *before; /* the drawing is put before that text */
    const char *language, *line;
    const char *message; /* NULL: it is all right */
} rows[] = {
    { LESSON, "", "+--+", "box characters" },
    { LESSON, "text", "+--+", NULL },
    { LESSON, "", WIDE_70 "12345", NULL },
    { LESSON, "", WIDE_70 "123456", "has 76 columns; on a terminal of 80 its page has 75" },
    { LESSON, "c", WIDE_70 "123456", NULL },
    /* what an expression prints counts, not what it takes to write it */
    { LESSON, "", WIDE_70 "1234{{= 5 }}", NULL },
    { LESSON, "", WIDE_70 "1234{{= 56 }}", "has 76 columns" },
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

Test(drawings, fit_their_page, .timeout = 300)
{
    for (size_t k = 0; k < LEN(rows); k++) {
        char text[600];
        snprintf(text, sizeof text, "```%s\n%s\n```\n\n%s", rows[k].language, rows[k].line, rows[k].before);
        int line = fixture_edit(rows[k].file, rows[k].before, text);
        cr_expect(found(rows[k].file, line, rows[k].message), "row %zu, line %d", k, line);
        fixture_renew(rows[k].file);
    }
}
