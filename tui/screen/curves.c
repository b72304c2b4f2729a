/* curves.c: a report's curves in a pane. */
#define _GNU_SOURCE
#include "curves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/curve.h"

enum { INDENT = 2, WIDEST = 110, OF_A_RUN = 8 };

static void fill_picture(struct pane *p, const struct curve *c, const struct curve_scale *s, int ascii)
{
    char *text = NULL, *save = NULL;
    size_t n = 0;
    int width = p->w - INDENT < WIDEST ? p->w - INDENT : WIDEST;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    curve_picture(c, s, width, CURVE_HIGH, !ascii, f);
    if (!fclose(f))
        for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
            pane_text(p, STYLE_TEXT, INDENT, "%s", line);
    free(text);
}

void curves_fill(struct pane *p, const json_t *report, int ascii)
{
    struct curve c;
    char line[600];
    size_t k;
    const json_t *row, *list = json_object_get(report, "curves");
    if (!json_array_size(list))
        return;
    pane_blank(p);
    pane_head(p, "Training", NULL);
    json_array_foreach(list, k, row) {
        if (k >= OF_A_RUN)
            return;
        curve_read(row, &c);
        struct curve_scale s = curve_scale_of(&c, 1);
        curve_heading(&c, line, sizeof line);
        pane_wrap(p, STYLE_STRONG, 0, line);
        fill_picture(p, &c, &s, ascii);
        curve_words(&c, &s, line, sizeof line);
        pane_wrap(p, STYLE_TEXT, INDENT, line);
    }
}
