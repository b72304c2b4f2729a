/* show_chapter.c: see show_chapter.h. */
#define _GNU_SOURCE
#include "show_chapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "tui/app/chapter.h"

/* ---- one section ------------------------------------------------------------------------------------------------- */

/* The level of a heading and its name, without the blanks around it; 0: the line is no heading. */
static int heading(const char *line, size_t len, const char **ret_name, size_t *ret_n)
{
    size_t level = strspn(line, "#");
    if (level < 2 || level > 3 || level >= len || line[level] != ' ')
        return 0;
    while (level < len && line[len - 1] == ' ')
        len--;
    size_t at = level + strspn(line + level, " ");
    *ret_name = line + at;
    *ret_n = at < len ? len - at : 0;
    return (int)level;
}

/* Where the text below the heading of that level and name ends; NULL: there is no such heading. `known` gets the names
 * of that level. */
static const char *find_section(const char *from, const char *to, int level, const char *name, size_t n,
                                const char **ret_end, struct text *known)
{
    const char *found = NULL, *title = "";
    size_t len, title_n = 0;
    bool fenced = false;
    for (const char *at = from; at < to; at += len + (at[len] == '\n')) {
        len = strcspn(at, "\n");
        fenced ^= !strncmp(at, "```", 3);
        int is = fenced ? 0 : heading(at, len, &title, &title_n);
        if (found && is && is <= level)
            return *ret_end = at, found;
        if (is == level) {
            text_addf(known, "%s%.*s", known->len ? ", " : "", (int)title_n, title);
            if (!found && title_n == n && !strncasecmp(title, name, n))
                found = at;
        }
        if (!at[len])
            break;
    }
    *ret_end = to;
    return found;
}

char *show_section(struct cli *c, const char *text, const char *section)
{
    struct text known = { 0 };
    const char *end, *slash = strchr(section, '/'), *to = text + strlen(text);
    const char *from = find_section(text, to, 2, section, strlen(section), &end, &known);
    if (!from && slash && (from = find_section(text, to, 2, section, (size_t)(slash - section), &end, &known))) {
        text_finish(&known);
        known = (struct text){ 0 };
        from = find_section(from, end, 3, slash + 1, strlen(slash + 1), &end, &known);
    }
    char *ret = from ? strndup(from, (size_t)(end - from)) : NULL;
    if (!ret)
        app_fail(&c->app, APP_USAGE, "There is no section \"%.80s\" here; there are %s.", section,
                 known.len ? text_str(&known) : "none");
    text_finish(&known);
    return ret;
}

/* ---- a chapter --------------------------------------------------------------------------------------------------- */

static json_t *sections_json(const struct facts *facts, const json_t *card, const json_t *chapter)
{
    json_t *list = json_array();
    size_t k;
    const json_t *s;
    json_array_foreach(json_object_get(chapter, "sections"), k, s)
        json_array_append_new(list, json_pack("{s:O s:O s:O s:b}", "title", json_object_get(s, "title"), "own_words",
                                              json_object_get(s, "own_words"), "quoted_from",
                                              json_object_get(s, "quoted_from"), "ticked",
                                              (int)chapter_ticked(facts, card, js_text(s, "title"))));
    return list;
}

static json_t *exercises_json(const struct facts *facts, const json_t *card)
{
    json_t *list = json_array();
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(card, "questions"), k, q)
        json_array_append_new(list, json_pack("{s:O s:O s:s}", "id", json_object_get(q, "id"), "kind",
                                              json_object_get(q, "kind"), "status", chapter_exercise(facts, card, q)));
    return list;
}

static void say_progress(const struct facts *facts, const json_t *card)
{
    const char *name = strchr(js_text(card, "id"), '/') + 1;
    struct chapter_facts f;
    char exercises[FIGURE];
    chapter_facts(facts, card, &f);
    printf("\n%d of %d sections ticked off (`ridge show %s#SECTION --tick`), %d of %s right", f.ticked, f.sections,
           name, f.right, figure_of(f.exercises, "exercise", exercises));
    if (f.texts)
        printf(", %d of %s written", f.texts_written, figure_of(f.texts, "text", exercises));
    if (*f.last_cold)
        printf(", %s%s", f.last_cold, f.cold ? " (passed)" : "");
    printf(f.complete ? ". The chapter is complete.\n" : ". `ridge answer %s` asks the exercises.\n", name);
}

static int tick(struct cli *c, const json_t *card, const json_t *chapter, const char *section)
{
    size_t k;
    const json_t *s;
    if (!section)
        return cli_error(APP_USAGE, "--tick needs a section: `ridge show %s#Math --tick`.",
                         strchr(js_text(card, "id"), '/') + 1);
    json_array_foreach(json_object_get(chapter, "sections"), k, s)
        if (!strcasecmp(js_text(s, "title"), section))
            section = js_text(s, "title");
    int code = app_need_db(&c->app);
    code = code ? code : chapter_tick(&c->app, card, chapter, section, true);
    if (code)
        return cli_fail(c, code);
    printf("%s: %s is ticked off.\n", js_text(chapter, "title"), section);
    return APP_OK;
}

static int print_chapter(struct cli *c, const struct facts *facts, const json_t *card, const json_t *chapter,
                         const char *section)
{
    const char *text = js_text(chapter, c->opt.handout ? "handout" : "markdown");
    char *part = section ? show_section(c, text, section) : NULL;
    if (section && !part)
        return cli_fail(c, APP_USAGE);
    int rc = cli_markdown(c, part ? part : text);
    free(part);
    if (!c->opt.handout && !section)
        say_progress(facts, card);
    return rc;
}

int show_chapter(struct cli *c, const json_t *card, const char *section)
{
    struct facts facts = { 0 };
    app_need_db(&c->app); /* without a workbook nothing is ticked */
    facts_load(&facts, &c->app);
    json_t *marks = chapter_marks(&c->app, &facts, card, c->opt.full || section ? NULL : "`--full` prints it");
    json_t *chapter = curriculum_chapter(c->app.cur, js_text(card, "id"), marks, c->opt.handout);
    int rc;
    if (!chapter)
        rc = cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur)));
    else if (c->opt.tick)
        rc = tick(c, card, chapter, section);
    else if (c->app.json)
        rc = cli_json(json_pack("{s:s s:O s:o s:o}", "id", js_text(card, "id"), "title",
                                json_object_get(chapter, "title"), "sections", sections_json(&facts, card, chapter),
                                "exercises", exercises_json(&facts, card)));
    else
        rc = print_chapter(c, &facts, card, chapter, section);
    json_decref(chapter);
    json_decref(marks);
    facts_free(&facts);
    return rc;
}
