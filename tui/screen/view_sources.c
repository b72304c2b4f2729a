/* Where the hardware figures of a page are from: by card, each with its value, kind, date and source. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/hw_value.h"
#include "screen.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

enum { VALUE = 16, FROM = 17 };

struct sources {
    json_t *list;
};

static const char kinds[] = "The hardware figures that this page and its questions compute with. spec: the vendor's "
    "document; derived: arithmetic over others; measured: we ran it; approx (~): rounded or second-hand; "
    "disputed: its sources differ.";
static const char none[] = "This page computes with no hardware figure. `ridge hw` lists all that there are.";

static int sources_open(struct view *v)
{
    struct sources *s = v->data;
    s->list = curriculum_sources(v->app->cur, v->arg ? v->arg : "");
    if (!s->list) {
        app_fail(v->app, APP_CONFIG, "The sources of this page can't be read: %s", curriculum_error(v->app->cur));
        return -1;
    }
    snprintf(v->title, sizeof v->title, "sources");
    return 0;
}

static void sources_close(struct view *v)
{
    struct sources *s = v->data;
    json_decref(s->list);
}

static void fill_from(struct pane *p, const json_t *figure)
{
    char *said;
    size_t k;
    for (k = 0; (said = hw_says(figure, k)); k++) {
        pane_wrap(p, STYLE_DIM, FROM, said);
        free(said);
    }
    if (!k)
        pane_wrap(p, STYLE_DIM, FROM, js_text(figure, "from"));
}

static void sources_fill(struct view *v)
{
    const struct sources *s = v->data;
    struct pane *p = &v->pane[0];
    const char *card = "";
    char value[64];
    size_t k;
    const json_t *f;
    pane_wrap(p, STYLE_DIM, 0, json_array_size(s->list) ? kinds : none);
    json_array_foreach(s->list, k, f) {
        if (strcmp(card, js_text(f, "card"))) {
            card = js_text(f, "card");
            pane_blank(p);
            pane_text(p, STYLE_HEAD, 0, "%s  %s", card, js_text(f, "name"));
        }
        hw_value(value, sizeof value, f);
        pane_text(p, STYLE_TEXT, 2, "%-14s %s%*s %-9s %s", js_text(f, "figure"), value, VALUE - term_width(value), "",
                  js_text(f, "source"), json_object_get(f, "says") ? "" : js_text(f, "date"));
        fill_from(p, f);
    }
}

static const unsigned char bar[] = { ACTION_READ_ON, ACTION_FIND, 0 };

const struct view_ops view_sources = {
    .name = "sources",
    .groups = GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct sources),
    .open = sources_open,
    .close = sources_close,
    .fill = sources_fill,
};
