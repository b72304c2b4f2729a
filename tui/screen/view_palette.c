/* The command palette: every action of the page below, every page to go to, and every command of the command line,
 * found by a few letters. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "curriculum/load/markdown.h"
#include "screen.h"
#include "screen_impl.h"
#include "tui.h"
#include "runner/base/js.h"
#include "tui/app/facts.h"
#include "tui/app/find.h"

enum { CHOICE = ROW_OWN, CHOICES_MAX = 4096 };

struct choice {
    char *text, *arg;
    enum action action;        /* to do, or */
    bool command, said;        /* of the command line; said: arg tells how it is said in a shell, or */
    bool argued;               /* with an argument: found once its command's name is typed */
    bool leaf;                 /* found once the word is typed with which it begins, or three letters of the word */
    const struct view_ops *to; /* the page to open, */
    enum action then;          /* and what to do there; or */
    int pane;                  /* the pane of the page below whose row is gone to */
    long row;
    int score; /* for the letters typed; 0: they are not in it */
};

struct palette {
    struct curriculum *cur;
    struct choice *choice;
    size_t n;
    char typed[NEEDLE_BYTES];
};

static struct choice *add(struct palette *p, struct choice c)
{
    struct choice *more = p->n < CHOICES_MAX ? realloc(p->choice, (p->n + 1) * sizeof *more) : NULL;
    if (!more || !c.text) {
        free(c.text);
        free(c.arg);
        return NULL;
    }
    p->choice = more;
    more[p->n] = c;
    return &more[p->n++];
}

static char *format(const char *fmt, const char *a, const char *b)
{
    char *ret = NULL;
    return asprintf(&ret, fmt, a ? a : "", b ? b : "") < 0 ? NULL : ret;
}

/* "log: what happened when"; a help that begins with its name has it once. */
static char *named_help(const struct action_info *i)
{
    bool twice = !*i->label || !strncasecmp(i->help, i->label, strlen(i->label));
    return twice ? strdup(i->help) : format("%s: %s", i->label, i->help);
}

static void add_action(struct palette *p, enum action a)
{
    add(p, (struct choice){.action = a, .text = named_help(&action_table[a])});
}

/* What the page's lowest line offers comes first, in its order; then what else the page can do, then what every page
 * can. */
static void add_bar(struct palette *p, const struct view *below)
{
    for (const unsigned char *a = below->ops->bar_now ? below->ops->bar_now(below) : below->ops->bar; *a; a++)
        if (action_table[*a].groups & below->ops->groups)
            add_action(p, (enum action)*a);
}

static bool has_action(const struct palette *p, enum action a)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->choice[k].action == a)
            return true;
    return false;
}

static void add_actions(struct palette *p, unsigned groups)
{
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (action_table[a].groups & groups && a != ACTION_COMMAND && !has_action(p, (enum action)a))
            add_action(p, (enum action)a);
}

/* What a command does has a key on the pages of some groups. */
static const struct {
    const char *command;
    enum action action;
} keys[] = {
    { "answer", ACTION_ANSWERS },     { "bench", ACTION_BENCH },     { "class", ACTION_CLASS },
    { "cost", ACTION_COST },          { "diff", ACTION_CHANGES },    { "help", ACTION_HELP },
    { "hint", ACTION_HINT },          { "history", ACTION_HISTORY }, { "log", ACTION_LOG },
    { "map", ACTION_MAP },            { "note", ACTION_NOTES },      { "profile", ACTION_PROFILE },
    { "reset", ACTION_RESET },        { "restore", ACTION_RESTORE }, { "review", ACTION_REVIEW },
    { "roofline", ACTION_ROOFLINE },  { "test", ACTION_RUN },        { "timeline", ACTION_TIMELINE },
    { "watch", ACTION_WATCH },
};

static enum action key_of(const char *command)
{
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (!strcmp(keys[k].command, command))
            return keys[k].action;
    return ACTION_NONE;
}

/* "In a shell: ridge bench LAB. In the workbook: b (a lab)." */
static char *how_to_say(const struct tui_command *c, const char *args, enum action a)
{
    char *shell = format(*args ? "In a shell: ridge %s %s" : "In a shell: ridge %s%s", c->name, args), key[16];
    int group = 0;
    while (a && !(action_table[a].groups >> group & 1))
        group++;
    char *here = a ? format(". In the workbook: %s (%s).", action_key(a, key), action_group_names[group]) : NULL;
    char *ret = shell ? format("%s%s", shell, here ? here : ".") : NULL;
    free(shell);
    free(here);
    return ret;
}

/* Where the page below is a lab's, a command that wants a lab means this one. */
static void add_commands(struct palette *p, const struct view *below, const struct tui_command *c)
{
    for (; c && c->name; c++) {
        enum action a = key_of(c->name);
        bool lab = below->ops == &view_lab && below->arg && !strncmp(c->args, "LAB", 3);
        char *args = lab ? format("%s%s", below->arg, c->args + 3) : strdup(c->args);
        char *said = args ? format(*args ? "ridge %s %s" : "ridge %s%s", c->name, args) : NULL;
        struct choice choice = { .command = true, .text = said ? format("%s: %s", said, c->help) : NULL };
        if (a && action_table[a].groups & (below->ops->groups | GROUP_ALL))
            choice.action = a;
        else if (args) {
            choice.said = true;
            choice.arg = how_to_say(c, args, a);
        }
        add(p, choice);
        free(args);
        free(said);
    }
}

/* One command with one of the arguments that it takes. */
static void add_argued(struct palette *p, const struct tui_command *c, const char *arg)
{
    char *said = format("ridge %s %s", c->name, arg);
    add(p, (struct choice){.command = true, .argued = true, .said = true,
                           .text = said ? format("%s: %s", said, c->help) : NULL,
                           .arg = how_to_say(c, arg, key_of(c->name))});
    free(said);
}

/* A lab's page already has its commands with that lab. */
static void add_with_labs(struct palette *p, const struct view *below, const struct tui_command *c)
{
    size_t k;
    const json_t *lab;
    json_array_foreach(curriculum_labs(p->cur), k, lab)
        if (below->ops != &view_lab || !below->arg || strcmp(below->arg, js_text(lab, "id")))
            add_argued(p, c, js_text(lab, "id"));
}

/* "hw h100", "test w02-transpose", "map silicon", "help simt": what a command's first argument may be. */
static void add_arguments(struct palette *p, const struct view *below, const struct tui_command *commands)
{
    size_t k;
    const char *id;
    const json_t *x;
    for (const struct tui_command *c = commands; c && c->name; c++) {
        if (!strncmp(c->args, "LAB", 3) || !strncmp(c->args, "[LAB", 4) || !strcmp(c->args, "STEP|LAB")) {
            add_with_labs(p, below, c);
        } else if (!strncmp(c->args, "[CARD", 5)) {
            json_object_foreach((json_t *)(size_t)curriculum_hw(p->cur), id, x)
                add_argued(p, c, id);
        } else if (!strcmp(c->args, "[TRACK]")) {
            json_array_foreach(curriculum_tracks(p->cur), k, x)
                add_argued(p, c, js_text(x, "id"));
        } else if (!strncmp(c->args, "[COMMAND", 8)) {
            for (const struct tui_command *of = commands; of->name; of++)
                add_argued(p, c, of->name);
        }
    }
}

static void add_headings(struct palette *p, const struct view *v)
{
    for (int k = 0; k < v->npanes; k++)
        for (size_t r = 0; r < v->pane[k].n; r++) {
            const struct row *row = &v->pane[k].rows[r];
            for (size_t h = 0; row->kind == ROW_MARKDOWN && h < row->md->nheadings; h++)
                if (row->md->headings[h].line == (size_t)row->n)
                    add(p, (struct choice){.pane = k, .row = (long)r,
                                           .text = format("go to %s%s", row->md->headings[h].text, "")});
        }
}

/* What a lab has beside its own page and its lesson. */
static const struct {
    const char *what;
    const struct view_ops *to;
    enum action then;
} leaves[] = {
    { "history of ", &view_history, ACTION_NONE },   { "hints of ", &view_lab, ACTION_HINT },
    { "task of ", &view_lab, ACTION_TASK },          { "results of ", &view_lab, ACTION_RESULTS },
    { "lab.h of ", &view_lab, ACTION_GIVEN },        { "diff of ", &view_lab, ACTION_CHANGES },
    { "roofline of ", &view_roofline, ACTION_NONE },
};

/* "questions of week 3, w03: " and its title; `of` is freed. */
static void add_leaf(struct palette *p, const struct view_ops *to, enum action then, char *of, const json_t *owner,
                     const char *id)
{
    add(p, (struct choice){ .leaf = true, .to = to, .then = then, .arg = strdup(id),
                            .text = of ? format("%s: %s", of, js_text(owner, "title")) : NULL });
    free(of);
}

static void add_questions(struct palette *p, const json_t *owner, const char *name, const char *id)
{
    if (json_array_size(json_object_get(owner, "questions")))
        add_leaf(p, &view_questions, ACTION_NONE, format("questions of %s%s", name, ""), owner, id);
}

/* Labs, weeks, cards and chapters have so many of them that a list of all would hide the pages themselves. */
static void add_leaves(struct palette *p, struct curriculum *cur)
{
    size_t k;
    const json_t *x;
    char name[32], id[8];
    json_array_foreach(curriculum_labs(cur), k, x) {
        const char *lab = js_text(x, "id");
        add_questions(p, x, lab, lab);
        add_leaf(p, &view_notes, ACTION_NONE, format("notes on %s%s", lab, ""), x, lab);
        for (size_t q = 0; q < sizeof leaves / sizeof leaves[0]; q++)
            add_leaf(p, leaves[q].to, leaves[q].then, format("%s%s", leaves[q].what, lab), x, lab);
    }
    json_array_foreach(curriculum_weeks(cur), k, x) {
        facts_owner(x, id);
        snprintf(name, sizeof name, "week %d, %s", (int)js_number(x, "n"), id);
        add_questions(p, x, name, id);
        add_leaf(p, &view_notes, ACTION_NONE, format("notes on %s%s", name, ""), x, id);
    }
    json_array_foreach(curriculum_cards(cur), k, x) { /* "deep/d07" */
        const char *card = js_text(x, "id"), *slash = strrchr(card, '/');
        add_questions(p, x, slash ? slash + 1 : card, card);
    }
}

static void add_pages(struct palette *p, struct curriculum *cur)
{
    size_t k;
    const json_t *x;
    char n[16];
    json_array_foreach(curriculum_labs(cur), k, x) {
        const char *id = js_text(x, "id");
        add(p, (struct choice){
                   .to = &view_lab, .arg = strdup(id), .text = format("lab %s: %s", id, js_text(x, "title")) });
        add(p, (struct choice){.to = &view_lesson, .arg = strdup(id),
                               .text = format("lesson of %s: %s", id, js_text(x, "title"))});
    }
    json_array_foreach(curriculum_weeks(cur), k, x) {
        snprintf(n, sizeof n, "%d", (int)js_number(x, "n"));
        add(p, (struct choice){
                   .to = &view_week, .arg = strdup(n), .text = format("week %s: %s", n, js_text(x, "title")) });
    }
    json_t *pages = curriculum_pages(cur);
    json_array_foreach(pages, k, x)
        add(p, (struct choice){.to = &view_lesson, .arg = strdup(js_text(x, "id")),
                               .text = format("page %s%s", js_text(x, "title"), "")});
    json_decref(pages);
}

static void forget_choices(struct palette *p)
{
    for (size_t k = 0; k < p->n; k++) {
        free(p->choice[k].text);
        free(p->choice[k].arg);
    }
    p->n = 0;
}

/* The page below is known once this one lies on it: with the first rows. */
static void collect(struct view *v)
{
    struct palette *p = v->data;
    if (p->n || !v->below)
        return;
    p->cur = v->app->cur;
    add_bar(p, v->below);
    add_actions(p, v->below->ops->groups);
    add_actions(p, GROUP_ALL);
    add_headings(p, v->below);
    add_pages(p, v->app->cur);
    add_leaves(p, v->app->cur);
    add_commands(p, v->below, v->scr->commands);
    add_arguments(p, v->below, v->scr->commands);
    add_actions(p, GROUP_MOVE);
    if (curriculum_waits(p->cur))
        forget_choices(p); /* a table of the curriculum is not there yet: this turn is done again */
}

static int palette_open(struct view *v)
{
    snprintf(v->title, sizeof v->title, "commands");
    return 0;
}

static void palette_close(struct view *v)
{
    struct palette *p = v->data;
    forget_choices(p);
    free(p->choice);
}

/* The best first; equals stay in their order, but for arguments, which a table of Lua gives in any order. */
static int by_score(const void *a, const void *b)
{
    const struct choice *x = *(const struct choice *const *)a, *y = *(const struct choice *const *)b;
    if (x->score != y->score)
        return y->score - x->score;
    return x->argued && y->argued ? strcmp(x->text, y->text) : x < y ? -1 : 1;
}

/* Each word typed has to be found, in any order; 0: one of them is not. */
static int score_of(const char *text, const char *typed)
{
    char words[NEEDLE_BYTES], *rest = words, *word;
    int sum = 0;
    snprintf(words, sizeof words, "%s", typed);
    if (!strchr(words, ' '))
        return find_fuzzy(text, words);
    while ((word = strsep(&rest, " "))) {
        int score = *word ? find_fuzzy(text, word) : 0;
        if (*word && !score)
            return 0;
        sum += score;
    }
    return sum ? sum : 1;
}

/* Has the text each word as it is typed? Letters apart are in every long line. */
static bool has_words(const char *text, const char *typed)
{
    char words[NEEDLE_BYTES], *rest = words, *word;
    snprintf(words, sizeof words, "%s", typed);
    while ((word = strsep(&rest, " ")))
        if (!strcasestr(text, word))
            return false;
    return true;
}

/* Is the word of `n` bytes among those typed? */
static bool is_typed(const char *word, size_t n, const char *typed)
{
    for (const char *w = typed; *w; w += strcspn(w, " "), w += strspn(w, " "))
        if (!strncasecmp(w, word, n) && (w[n] == ' ' || !w[n]))
            return true;
    return false;
}

/* A learner who types a command's name, or its argument whole, means that one, whatever else has the word in it; and
 * words that stand there mean more than letters that are scattered over a line. */
enum { LETTERS = 3, NAMED = 100, STANDS = 1000 };

static int named(const char *text, const char *typed)
{
    text += strlen("ridge ");
    size_t n = strcspn(text, " :");
    return is_typed(text, n, typed) ? NAMED : 0;
}

static int argument_named(const char *text, const char *typed)
{
    text += strlen("ridge ");
    text += strcspn(text, " :");
    return *text == ' ' && is_typed(text + 1, strcspn(text + 1, " :"), typed) ? NAMED : 0;
}

static int words_in(const char *typed)
{
    int n = 0;
    for (const char *w = typed + strspn(typed, " "); *w; w += strcspn(w, " "), w += strspn(w, " "))
        n++;
    return n;
}

/* Does the text begin with a word that is typed, or with three letters of it? "hint" asks for hints; a file's name has
 * to be typed whole, since "lab" asks for a lab. */
static bool begins(const char *text, const char *typed)
{
    size_t whole = strcspn(text, " "), n;
    for (const char *w = typed + strspn(typed, " "); *w; w += n, w += strspn(w, " ")) {
        n = strcspn(w, " ");
        bool all = n == whole || (n < whole && !memchr(text, '.', whole));
        if (n >= LETTERS && all && !strncasecmp(text, w, n))
            return true;
    }
    return false;
}

/* 0: what was typed does not ask for this choice. */
static int score_in(const struct choice *c, const char *typed)
{
    int name = c->command ? named(c->text, typed) : c->leaf && words_in(typed) > 1 ? 2 * NAMED : 0;
    bool stands = has_words(c->text, typed);
    if ((c->argued && !name) || ((c->command || c->leaf) && !stands) || (c->leaf && !begins(c->text, typed)))
        return 0;
    int score = score_of(c->text, typed) + (stands ? STANDS : 0);
    return score ? score + name + (c->argued ? argument_named(c->text, typed) : 0) : 0;
}

static void palette_fill(struct view *v)
{
    struct palette *p = v->data;
    size_t n = 0;
    collect(v);
    struct choice **order = calloc(p->n + 1, sizeof *order);
    for (size_t k = 0; order && k < p->n; k++)
        if ((p->choice[k].score = score_in(&p->choice[k], p->typed)))
            order[n++] = &p->choice[k];
    if (n)
        qsort(order, n, sizeof(struct choice *), by_score);
    for (size_t k = 0; k < n; k++)
        pane_add(&v->pane[0], CHOICE, (int)(order[k] - p->choice));
    if (!n)
        pane_text(&v->pane[0], STYLE_DIM, 0, "Nothing matches.");
    snprintf(v->right, sizeof v->right, "%zu found", n);
    free(order);
}

static void palette_draw(struct view *v, const struct row *r, struct pen *pen)
{
    const struct palette *p = v->data;
    const struct choice *c = &p->choice[r->n];
    char key[16];
    if (c->action)
        pen_right(pen, STYLE_ACCENT, "%s", action_key(c->action, key));
    pen_put(pen, c->action ? STYLE_TEXT : STYLE_DIM, c->text);
}

static unsigned on_typed(struct view *v, const char *text)
{
    struct palette *p = v->data;
    snprintf(p->typed, sizeof p->typed, "%s", text);
    view_fill(v);
    pane_move(&v->pane[0], ACTION_TOP);
    return VIEW_HANDLED;
}

static void go_to(struct view *v, int pane, long row)
{
    struct pane *p = &v->pane[pane];
    v->focus = pane;
    p->top = row;
    pane_settle(p);
    if (v->ops->moved)
        v->ops->moved(v);
}

/* What a page that is still being read would ignore waits for the page as a key that was typed ahead does. */
static void open_page(struct screen *s, const struct choice *c, const char *arg)
{
    if (screen_open(s, c->to, arg) || !c->then || s->top->ops != c->to)
        return;
    if (!reading_key(s, 0, (wint_t)*action_table[c->then].keys))
        screen_action(s, c->then);
}

/* The palette is closed first: what was chosen happens to the page below. */
static unsigned on_chosen(struct view *v, const char *text, int tag)
{
    struct screen *s = v->scr;
    const struct row *r = pane_row(&v->pane[0]);
    struct palette *p = v->data;
    struct choice c = text && r && r->kind == CHOICE ? p->choice[r->n] : (struct choice){.row = -1};
    char *arg = c.arg ? strdup(c.arg) : NULL;
    (void)tag;
    screen_close_top(s);
    if (c.action)
        screen_action(s, c.action);
    else if (c.said)
        screen_say(s, STYLE_TEXT, "%s", arg ? arg : "");
    else if (c.to)
        open_page(s, &c, arg);
    else if (c.row >= 0)
        go_to(s->top, c.pane, c.row);
    free(arg);
    return VIEW_HANDLED;
}

static const unsigned char bar[] = {0};

static const struct view_ops view_palette = {
    .name = "palette",
    .bar = bar,
    .size = sizeof(struct palette),
    .open = palette_open,
    .close = palette_close,
    .fill = palette_fill,
    .draw = palette_draw,
};

void palette_ask(struct screen *s)
{
    if (s->top->ops == &view_palette || screen_open(s, &view_palette, NULL))
        return;
    pane_move(&s->top->pane[0], ACTION_TOP); /* not where it was left: with nothing typed, the first */
    screen_ask_live(s, "command or page", on_chosen, on_typed);
}
