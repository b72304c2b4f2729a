/*
 * Any bytes, any width: lines must be well formed and within the width.
 * sources: curriculum/load/markdown.c curriculum/load/mdlines.c curriculum/load/mdparse.c runner/base/term.c runner/base/utf8.c
 * sources: -lmd4c
 */
#include "fuzz.h"

#include "curriculum/load/markdown.h"
#include "runner/base/utf8.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    int width = MARKDOWN_MIN_WIDTH + data[0] % 120;
    struct markdown *m = markdown_render((const char *)data + 2, size - 2, width, data[1] & 1);
    MUST(m);
    for (size_t k = 0; k < m->nlines; k++) {
        const struct markdown_line *l = &m->lines[k];
        size_t at = 0;
        MUST(strlen(l->text) == l->len);
        MUST(l->width == utf8_text_width(l->text, l->len));
        MUST(l->lang || l->width <= width + 1); /* a wide character may stand at the edge */
        for (size_t s = 0; s < l->nspans; s++) {
            MUST(l->spans[s].start == at && l->spans[s].len > 0);
            MUST(l->spans[s].style < MARKDOWN_STYLES);
            MUST(l->spans[s].link < (int)m->nlinks);
            at += l->spans[s].len;
        }
        MUST(at == l->len);
        for (size_t used, c = 0; c < l->len; c += used) {
            uint32_t u = utf8_decode(l->text + c, l->len - c, &used);
            MUST(!utf8_is_unsafe(u));
            MUST(!(data[1] & 1) || u < 0x80);
        }
    }
    for (size_t k = 0; k < m->nheadings; k++)
        MUST(m->headings[k].line <= m->nlines);
    markdown_free(m);
    return 0;
}
