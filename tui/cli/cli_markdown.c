/* Markdown on standard output, in colours where there are some. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "curriculum/load/markdown.h"

static const char *style_code(const struct cli *c, enum markdown_style style)
{
    switch (style) {
    case MARKDOWN_H1:
    case MARKDOWN_H2:
    case MARKDOWN_H3:
    case MARKDOWN_STRONG:
        return cli_color(c, "bold");
    case MARKDOWN_CODE:
    case MARKDOWN_CODEBLOCK:
        return cli_color(c, "cyan");
    case MARKDOWN_RULE:
        return cli_color(c, "dim");
    default:
        return "";
    }
}

int cli_markdown(const struct cli *c, const char *text)
{
    struct markdown *m = markdown_render_told(text, strlen(text), cli_width(), !cli_utf8());
    size_t a = 0;
    for (size_t k = 0; m && k < m->nlines; k++) {
        const struct markdown_line *l = &m->lines[k];
        if (!c->opt.answers && a < m->nanswers && k == m->answers[a].from) {
            printf("%s%s Answer: folded; --answers shows it%s\n", cli_color(c, "dim"), cli_utf8() ? "▸" : ">",
                   cli_color(c, "off"));
            k = m->answers[a++].to - 1;
            continue;
        }
        for (size_t q = 0; q < l->nspans; q++) {
            const char *on = style_code(c, l->spans[q].style);
            printf("%s%.*s%s", on, (int)l->spans[q].len, l->text + l->spans[q].start, *on ? cli_color(c, "off") : "");
        }
        putchar('\n');
    }
    int rc = m ? APP_OK : APP_OURS;
    markdown_free(m);
    return rc;
}
