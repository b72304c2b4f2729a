/*
 * options.c: reads a command line by the tables of commands.c. The words are taken apart by what all commands know
 * together, for an option may stand before its command; each value then goes where the command's own row says.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "runner/base/slips.h"
#include "runner/base/util.h"

struct cli_tables cli_tables;

/* ---- the tables -------------------------------------------------------------------------------------------------- */

const struct cli_command *cli_command(const char *name)
{
    for (const struct cli_command *c = cli_tables.commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

const struct cli_option *cli_option_at(const struct cli_command *cmd, size_t k)
{
    for (const struct cli_option *o = cmd ? cmd->options : cli_tables.workbook; o && o->name; o++)
        if (!k--)
            return o;
    for (const struct cli_option *o = cli_tables.common; o->name; o++)
        if (!k--)
            return o;
    return NULL;
}

static const struct cli_option *row_of(const struct cli_command *cmd, const char *name)
{
    const struct cli_option *o;
    for (size_t k = 0; (o = cli_option_at(cmd, k)); k++)
        if (!strcmp(o->name, name))
            return o;
    return NULL;
}

/* One row for each name, whoever takes it. */
struct names {
    const struct cli_option **row;
    size_t n;
};

static void add_names(struct names *all, const struct cli_command *cmd)
{
    const struct cli_option *o;
    for (size_t k = 0, had; (o = cli_option_at(cmd, k)); k++) {
        for (had = 0; had < all->n && strcmp(all->row[had]->name, o->name) != 0; had++) {
        }
        if (had < all->n)
            continue;
        const struct cli_option **room = realloc(all->row, (all->n + 1) * sizeof(struct cli_option *));
        if (!room)
            abort();
        all->row = room;
        all->row[all->n++] = o;
    }
}

static struct names all_names(void)
{
    struct names all = { NULL, 0 };
    add_names(&all, NULL);
    for (const struct cli_command *c = cli_tables.commands; c->name; c++)
        add_names(&all, c);
    return all;
}

/* ---- what a value may be ----------------------------------------------------------------------------------------- */

void cli_choices(const char *choices, struct text *to)
{
    for (const char *w = choices, *end; *w; w = *end ? end + 1 : end) {
        end = w + strcspn(w, " ");
        text_addf(to, "%s%.*s", w == choices ? "" : *end ? ", " : " or ", (int)(end - w), w);
    }
}

/* "from 1 to 52", "from 1 on" */
static void add_range(const struct cli_option *o, struct text *to)
{
    text_addf(to, o->most < CLI_MOST ? "from %lld to %lld" : "from %lld on", o->least, o->most);
}

void cli_option_help(const struct cli_option *o, struct text *to)
{
    text_addf(to, "%s", o->help);
    if (o->choices) {
        text_addf(to, ": ");
        cli_choices(o->choices, to);
    }
    const char *between = " (";
    if (o->kind == CLI_NUMBER) {
        text_addf(to, "%s", between);
        add_range(o, to);
        between = "; ";
    }
    if (o->otherwise) {
        text_addf(to, "%sdefault: %s", between, o->otherwise);
        between = "; ";
    }
    if (o->kind == CLI_LIST) {
        text_addf(to, "%smay be given again", between);
        between = "; ";
    }
    text_addf(to, "%s", *between == ';' ? ")" : "");
}

/* Is the word of n bytes among the choices? If not, *ret_near (when given) is the one that was probably meant. */
static bool among(const char *choices, const char *word, size_t n, char ret_near[32])
{
    char typed[32], one[32];
    int least = SLIPS_FAR;
    snprintf(typed, sizeof typed, "%.*s", (int)n, word);
    *ret_near = 0;
    for (const char *w = choices, *end; *w; w = *end ? end + 1 : end) {
        end = w + strcspn(w, " ");
        if ((size_t)(end - w) == n && !memcmp(w, word, n))
            return true;
        snprintf(one, sizeof one, "%.*s", (int)(end - w), w);
        int slips = slips_between(typed, one);
        if (slips < least && slips < (int)strlen(one)) { /* "x" for "c" is no slip */
            least = slips;
            strcpy(ret_near, one);
        }
    }
    return false;
}

static int is_no_choice(const struct cli_option *o, const char *word, size_t n, const char *near)
{
    struct text t = { 0 };
    cli_choices(o->choices, &t);
    if (*near)
        cli_error(APP_USAGE, "--%s takes %s%s, not \"%.*s\". Did you mean %s?", o->name, text_str(&t),
                  o->kind == CLI_SET ? ", with commas between" : "", (int)n, word, near);
    else
        cli_error(APP_USAGE, "--%s takes %s%s, not \"%.*s\".", o->name, text_str(&t),
                  o->kind == CLI_SET ? ", with commas between" : "", (int)n, word);
    text_finish(&t);
    return -1;
}

static int set_choice(const struct cli_option *o, const char *v, const char **to)
{
    char near[32];
    const char *w = v;
    size_t n;
    do {
        n = o->kind == CLI_SET ? strcspn(w, ",") : strlen(w);
        if (!among(o->choices, w, n, near))
            return is_no_choice(o, w, n, near);
        w += n;
    } while (*w++);
    *to = v;
    return 0;
}

static int set_number(const struct cli_option *o, const char *v, long long *to)
{
    char *end;
    errno = 0;
    long long n = strtoll(v, &end, 10);
    if (!errno && end != v && !*end && n >= o->least && n <= o->most)
        return *to = n, 0;
    struct text range = { 0 };
    add_range(o, &range);
    cli_error(APP_USAGE, "--%s needs a number %s, not \"%s\".", o->name, text_str(&range), v);
    text_finish(&range);
    return -1;
}

static int set_text(const struct cli_option *o, const char *v, const char **to)
{
    struct err e = { "" };
    if (o->check && o->check(v, &e))
        return cli_error(APP_USAGE, "%s", e.text), -1;
    *to = v;
    return 0;
}

static int add_word(const struct cli_option *o, const char *v, struct cli_words *to)
{
    if (to->n == CLI_WORDS)
        return cli_error(APP_USAGE, "--%s may be given %d times at most.", o->name, CLI_WORDS), -1;
    to->words[to->n++] = v;
    return 0;
}

static int set_option(struct cli *c, const struct cli_option *o, const char *v)
{
    void *to = (char *)c + o->to;
    switch (o->kind) {
    case CLI_FLAG:
        return *(int *)to = 1, 0;
    case CLI_TEXT:
        return set_text(o, v, to);
    case CLI_MAYBE:
        return *(const char **)to = v ? v : "", 0;
    case CLI_NUMBER:
        return set_number(o, v, to);
    case CLI_CHOICE:
    case CLI_SET:
        return set_choice(o, v, to);
    case CLI_LIST:
        return add_word(o, v, to);
    }
    return -1;
}

/* ---- what is no command, and no option --------------------------------------------------------------------------- */

/* Two slips of three letters leave one right: that is another word. */
static int too_many_slips(const char *typed)
{
    return strlen(typed) < 4 ? 2 : SLIPS_FAR;
}

static int no_such_command(const char *name)
{
    const struct cli_command *best = NULL;
    int least = too_many_slips(name);
    for (const struct cli_command *c = cli_tables.commands; c->name; c++)
        if (slips_between(name, c->name) < least) {
            least = slips_between(name, c->name);
            best = c;
        }
    if (best)
        return cli_error(APP_USAGE, "There is no command \"%s\". Did you mean `ridge %s`?", name, best->name);
    return cli_error(APP_USAGE, "There is no command \"%s\". `ridge help` lists them.", name);
}

/* `word` as it was typed, with its dashes and perhaps a value. */
static int no_such_option(const struct names *all, const char *word)
{
    const struct cli_option *best = NULL;
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="), word + strspn(word, "-"));
    int least = too_many_slips(name);
    for (size_t k = 0; k < all->n && strlen(name) > 1; k++)
        if (slips_between(name, all->row[k]->name) < least) {
            least = slips_between(name, all->row[k]->name);
            best = all->row[k];
        }
    if (best)
        return cli_error(APP_USAGE, "There is no option \"%s\". Did you mean `--%s`?", word, best->name);
    return cli_error(APP_USAGE, "There is no option \"%s\". `ridge help` lists them.", word);
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

/* getopt takes "-5" for options: until it is through, a number hides behind a sign that begins no word of a person. */
enum { HIDDEN = '\1', ROW = 256 /* getopt's value of the first name */ };

static int hide_numbers(int argc, char **argv)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--"); k++) {
        const char *w = argv[k];
        if (w[0] != '-' || !strchr("0123456789.", w[1]) || !w[1])
            continue;
        if (asprintf(&argv[k], "%c%s", HIDDEN, w) < 0)
            return -1;
    }
    return 0;
}

static char *shown(char *word)
{
    return word && *word == HIDDEN ? word + 1 : word;
}

/* What getopt has to know, and what it found: given[k] are an option's name and its value. */
struct parsing {
    struct names all;
    struct option *longs;
    char *shorts;
    struct {
        const char *name, *value;
    } *given;
    int ngiven;
};

static int arg_kind(const struct cli_option *o)
{
    return !o->arg ? no_argument : o->kind == CLI_MAYBE ? optional_argument : required_argument;
}

static struct parsing parsing_new(int argc)
{
    struct parsing p = { .all = all_names() };
    p.longs = calloc(p.all.n + 1, sizeof *p.longs);
    p.shorts = calloc(2 * p.all.n + 2, 1);
    p.given = calloc((size_t)argc + 1, sizeof *p.given);
    if (!p.longs || !p.shorts || !p.given)
        abort();
    char *s = p.shorts;
    *s++ = ':';
    for (size_t k = 0; k < p.all.n; k++) {
        const struct cli_option *o = p.all.row[k];
        p.longs[k] = (struct option){ o->name, arg_kind(o), NULL, ROW + (int)k };
        if (o->letter) {
            *s++ = o->letter;
            if (o->arg)
                *s++ = ':';
        }
    }
    return p;
}

static void parsing_free(struct parsing *p)
{
    free(p->all.row);
    free(p->longs);
    free(p->shorts);
    free(p->given);
}

static const struct cli_option *row_found(const struct parsing *p, int got)
{
    for (size_t k = 0; k < p->all.n; k++)
        if (got >= ROW ? (size_t)(got - ROW) == k : got == p->all.row[k]->letter)
            return p->all.row[k];
    return NULL;
}

/* "[FILE]": getopt takes it after "=" only; here the next word will do, unless it is an option. */
static const char *optional_word(const struct cli_option *o, int argc, char **argv)
{
    if (arg_kind(o) != optional_argument || optarg || optind >= argc || argv[optind][0] == '-')
        return optarg;
    return argv[optind++];
}

static int take_apart(struct parsing *p, int argc, char **argv)
{
    int got;
    while ((got = getopt_long(argc, argv, p->shorts, p->longs, NULL)) != -1) {
        if (got == ':')
            return cli_error(APP_USAGE, "%s needs an argument.", argv[optind - 1]);
        const struct cli_option *o = got == '?' ? NULL : row_found(p, got);
        if (!o)
            return no_such_option(&p->all, argv[optind - 1]);
        p->given[p->ngiven].name = o->name;
        p->given[p->ngiven++].value = shown((char *)(size_t)optional_word(o, argc, argv));
    }
    return 0;
}

/* What was given goes where the rows of the command say. */
static int set_all(struct cli *c, const struct parsing *p)
{
    const char *alien = NULL;
    for (int k = 0; k < p->ngiven; k++) {
        const struct cli_option *o = row_of(c->cmd, p->given[k].name);
        if (!o && !alien)
            alien = p->given[k].name;
        if (o && set_option(c, o, p->given[k].value))
            return APP_USAGE;
    }
    if (!alien || c->opt.help || c->opt.version)
        return 0;
    return cli_error(APP_USAGE, "`ridge%s%s` does not take --%s.", c->cmd ? " " : "", c->cmd ? c->cmd->name : "",
                     alien);
}

int cli_parse(struct cli *c, int argc, char **argv)
{
    opterr = 0;
    if (hide_numbers(argc, argv))
        return APP_OURS;
    for (int k = 1; k < argc && !c->nafter; k++)
        if (!strcmp(argv[k], "--"))
            c->nafter = argc - k - 1; /* getopt will have moved them to the end, and "--" away */
    struct parsing p = parsing_new(argc);
    int rc = take_apart(&p, argc, argv);
    if (!rc) {
        c->args = argv + optind;
        c->nargs = argc - optind;
        for (int k = 0; k < c->nargs; k++)
            c->args[k] = shown(c->args[k]);
        if (c->nargs && !(c->cmd = cli_command(c->args[0])))
            rc = no_such_command(c->args[0]);
        else if (c->nargs)
            c->args++, c->nargs--;
    }
    if (!rc)
        rc = set_all(c, &p);
    parsing_free(&p);
    return rc;
}
