/* ridge next: the lab to do next on the chosen track, and the deep dive that it is time for. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/chapter.h"

/* "D07: Transformer Math and FlashAttention", and why. */
static void print_chapter(const json_t *chapter)
{
    char *line = util_path("a deep dive, %s.", js_text(chapter, "why"));
    printf("\n%s\n", js_text(chapter, "title"));
    cli_prose(0, line);
    free(line);
}

int cmd_next(struct cli *c)
{
    struct facts facts = { 0 };
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    facts_load(&facts, &c->app);
    json_t *next = app_next(&c->app, facts.standing), *chapter = chapter_next(&c->app, &facts);
    if (c->app.json) {
        json_t *doc = next ? json_incref(next) : json_pack("{s:n}", "lab");
        if (chapter)
            json_object_set(doc, "chapter", chapter);
        cli_json(doc);
    } else {
        if (!next)
            printf("You have passed every lab. `ridge list --all` shows what is planned.\n");
        else
            printf("%s  %s\n%s\n", js_text(next, "lab"), js_text(next, "title"), js_text(next, "why"));
        if (chapter)
            print_chapter(chapter);
    }
    json_decref(next);
    json_decref(chapter);
    facts_free(&facts);
    return APP_OK;
}
