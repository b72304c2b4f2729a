/* Help, from the two tables. */
#include <stdio.h>
#include <string.h>

#include "cli_table.h"
#include "runner/base/util.h"

/* Where a newcomer looks for a command, and in which order its group is read. */
static const struct {
    const char *title, *names[20];
} groups[] = {
    { "begin",
      { "next", "place", "start", "show", "answer", "test", "watch", "hint", "doctor", "config", "completions",
        "help" } },
    { "learn",
      { "status", "list", "map", "unlock", "lock", "review", "interview", "search", "note", "log",
        "history", "diff", "reset",
        "restore", "solution", "fetch", "read", "book" } },
    { "measure", { "profile", "bench", "calibrate", "roofline", "timeline", "curve", "cost", "hw", "simt", "serve" } },
    { "share", { "report", "artifact", "submit", "export-data", "import" } },
    { "teach",
      { "roster", "collect", "grade", "class", "comment", "mark", "request", "regrade", "adjust", "similar",
        "export" } },
    { "author", { "lab", "pack" } },
};
enum { GROUPS = sizeof groups / sizeof *groups, NAMES = sizeof groups->names / sizeof *groups->names };

static bool is_in_group(const char *command, size_t group)
{
    for (size_t k = 0; k < NAMES && groups[group].names[k]; k++)
        if (!strcmp(groups[group].names[k], command))
            return true;
    return false;
}

static void add_option(struct cli_table *t, const struct cli_option *o)
{
    struct text help = { 0 };
    cli_option_help(o, &help);
    cli_table_cellf(t, NULL, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    cli_table_cell(t, NULL, text_str(&help));
    text_finish(&help);
}

static struct cli_table *options_table(void)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 } };
    return cli_table_new(columns, 2, 2);
}

static void add_command(struct cli_table *t, const struct cli_command *k)
{
    cli_table_cell(t, NULL, k->name);
    cli_table_cell(t, NULL, k->help);
}

/* A command of no group stands at the end, under a title that a test refuses. */
static void print_commands(const struct cli *c)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 } };
    struct cli_table *t = cli_table_new(columns, 2, 2);
    for (size_t g = 0; g < GROUPS; g++) {
        cli_table_line(t, "bold", "%s%s", g ? "\n" : "", groups[g].title);
        for (size_t k = 0; k < NAMES && groups[g].names[k]; k++)
            if (cli_command(groups[g].names[k]))
                add_command(t, cli_command(groups[g].names[k]));
    }
    size_t others = 0;
    for (const struct cli_command *k = cli_tables.commands; k->name; k++) {
        size_t in = 0;
        for (size_t g = 0; g < GROUPS; g++)
            in += is_in_group(k->name, g);
        if (in || !*k->help)
            continue;
        if (!others++)
            cli_table_line(t, "bold", "\nothers");
        add_command(t, k);
    }
    cli_table_print(c, t);
}

/* What options alone do not tell, of those commands that an instructor meets first. */
static const struct {
    const char *command, *text;
} more[] = {
    { "grade",
      "Takes a folder, zip or tar of a class as Canvas and Moodle download it, or with a folder, archive or file "
      "named after each student: key, login, e-mail or name. What fits nobody, or two, is listed and never "
      "guessed. Without a folder: what is queued, and the table again. Killed or interrupted, the same "
      "command goes on; nothing is graded twice. Without --phase: correct, sanitize and perf. Without --jobs: one "
      "at a time; timings take turns however many. --due, --late, --cutoff, --grace, --keep and --visibility are "
      "remembered; "
      "a policy that changes grades the class has is shown and asked about, or wants --yes; so does `ridge regrade`, "
      "which takes nothing in. Exits with 0 whenever the grading worked.\n\n"
      "    ridge roster import students.csv\n"
      "    ridge grade submissions.zip --lab w03 --due 2026-12-01T23:59+01:00 \\\n"
      "        --late 10%/day --grace 15m --jobs 2\n"
      "    ridge grade by-mail/ --lab w03 --received 2026-12-01T20:15+01:00\n"
      "    ridge export w03 --format html --out pages\n" },
    { "regrade",
      "Runs everything of the class (--only: of one student) once more beside the grades that count, and shows what "
      "would change; the same command with --yes publishes it. With --due, --late, --cutoff, --grace, --keep or "
      "--visibility "
      "nothing runs: shown is what that policy would make of the verdicts there are.\n\n"
      "    ridge regrade --lab w03 --only s123\n"
      "    ridge regrade --lab w03 --late 5%/day          # then with --yes\n" },
    { "roster",
      "Columns are found by their headings, in Canvas's, Moodle's and plain spellings. Importing again says who is "
      "new, who changed and who is not in the file, and takes nobody out; `drop` does, and keeps what they handed "
      "in.\n" },
    { "export",
      "canvas and moodle with --template fill the file that the system exported, in place, and change one column; "
      "points are scaled to what that file says is possible. Who has no grade keeps an empty cell.\n\n"
      "    ridge export w03 --format canvas --template gradebook.csv --out filled.csv\n"
      "    ridge export w03 --format moodle --template worksheet.csv --column Grade\n"
      "    ridge export w03 --format html --out pages   # and a page for each student\n"
      "    ridge export w03 --format gradescope --out results\n" },
    { "similar",
      "Compares the last submissions of the class, or those in the folders and archives that are named, by their "
      "tokens: names, numbers, comments and the order of functions do not matter. What was given out does not "
      "count.\n" },
    { "class",
      "A sign a lab: ✓ passed, ★ gold, ✗ failed, ! error, ? in doubt, ‼ suspicious, – skipped, "
      "h held, q queued, r refused, · missing. "
      "The workbook has it under C, with each student's evidence behind Enter. With a LAB: its milestones, and the "
      "commonest mistakes. With a student's KEY, too: the hand-ins and, with --source or --diff, the code.\n\n"
      "    ridge class w03 s123 --diff\n" },
    { "adjust",
      "--from takes a table with a row for each student, such as an oral examination's list: columns are found by "
      "their headings. Without --yes it shows what would change.\n\n"
      "    ridge adjust --lab w03 --only s123 --due 2026-12-08T23:59+01:00 --reason ill\n"
      "    ridge adjust --lab w03 --from oral.csv --column points=Punkte --reason \"oral examination\"\n" },
    { "comment",
      "Kept with the submission that counts, shown beside the line in the workbook, on the student's page and in the "
      "feedback of exports. Without a text: what was said. @ITEM is the text of the rubric's item.\n\n"
      "    ridge comment w03 s123 txmath.c:12 \"The bytes of the KV cache are missing.\"\n"
      "    ridge comment w03 --remove 4\n" },
    { "mark",
      "The items stand in the lab's own lab.lua, as rubric = {{id, points, text}, …}. Their points are added to the "
      "machine's, those below 0 are taken off. Alone it lists the items.\n\n"
      "    ridge mark w03 s123 style=3 tests --reason \"names say little\"\n" },
    { NULL, NULL },
};

static void print_more(const struct cli *c, const char *name)
{
    for (size_t k = 0; more[k].command; k++)
        if (!strcmp(more[k].command, name)) {
            putchar('\n');
            cli_markdown(c, more[k].text);
        }
}

/* What an option may say, for whoever makes a page or a form of it. */
static json_t *option_doc(const struct cli_option *o)
{
    static const char *const kinds[] = { "flag", "text", "maybe", "number", "choice", "set", "list" };
    struct text help = { 0 };
    cli_option_help(o, &help);
    json_t *doc = json_pack("{s:s s:s? s:s s:s}", "name", o->name, "arg", o->arg, "help", text_str(&help), "kind",
                            kinds[o->kind]);
    text_finish(&help);
    if (o->letter)
        json_object_set_new(doc, "letter", json_stringn(&o->letter, 1));
    if (o->kind == CLI_NUMBER)
        json_object_set_new(doc, "from", json_integer(o->least));
    if (o->kind == CLI_NUMBER && o->most < CLI_MOST)
        json_object_set_new(doc, "to", json_integer(o->most));
    if (o->otherwise)
        json_object_set_new(doc, "default", json_string(o->otherwise));
    for (const char *w = o->choices ? o->choices : "", *end; *w; w = *end ? end + 1 : end) {
        end = w + strcspn(w, " ");
        json_t *list = json_object_get(doc, "choices");
        if (!list)
            json_object_set_new(doc, "choices", list = json_array());
        json_array_append_new(list, json_stringn(w, (size_t)(end - w)));
    }
    return doc;
}

static json_t *options_doc(const struct cli_command *k)
{
    json_t *list = json_array();
    const struct cli_option *o;
    for (size_t n = 0; (o = cli_option_at(k, n)); n++)
        json_array_append_new(list, option_doc(o));
    return list;
}

/* --help: what the tables say, as a document. */
static json_t *command_doc(const struct cli_command *k)
{
    return json_pack("{s:s s:s s:s s:o}", "name", k->name, "args", k->args, "help", k->help, "options",
                     options_doc(k));
}

/* What every command takes is explained once, by `ridge help`. */
static void print_common(bool after)
{
    struct text all = { 0 };
    for (const struct cli_option *o = cli_tables.common; o->name; o++)
        text_addf(&all, "%s--%s", o == cli_tables.common ? "" : o[1].name ? ", " : " and ", o->name);
    printf("%sAs every command: %s; `ridge help` explains them.\n", after ? "\n" : "", text_str(&all));
    text_finish(&all);
}

static int help_command(const struct cli *c, const char *name)
{
    if (!strcmp(name, "counters"))
        return cli_help_counters(c, c->nargs > 1 ? c->args[1] : NULL);
    if (c->nargs > 1)
        return cli_error(APP_USAGE, "`ridge help` takes one command; only `ridge help counters` takes a name after "
                                    "it.");
    const struct cli_command *k = cli_command(name);
    if (!k)
        return cli_error(APP_USAGE, "There is no command \"%s\". `ridge help` lists them.", name);
    if (c->app.json)
        return cli_json(command_doc(k));
    printf("ridge %s%s%s\n    %s\n\n", k->name, *k->args ? " " : "", k->args, k->help);
    struct cli_table *t = options_table();
    for (const struct cli_option *o = k->options; o && o->name; o++)
        add_option(t, o);
    cli_table_print(c, t);
    print_common(k->options && k->options->name);
    print_more(c, name);
    return APP_OK;
}

static int help_as_json(void)
{
    json_t *list = json_array();
    for (size_t g = 0; g < GROUPS; g++)
        for (size_t k = 0; k < NAMES && groups[g].names[k]; k++) {
            const struct cli_command *cmd = cli_command(groups[g].names[k]);
            json_array_append_new(list, json_pack("{s:s s:s s:s s:s}", "group", groups[g].title, "name", cmd->name,
                                                  "args", cmd->args, "help", cmd->help));
        }
    return cli_json(json_pack("{s:o s:o}", "commands", list, "options", options_doc(NULL)));
}

int cmd_help(struct cli *c)
{
    if (c->nargs)
        return help_command(c, c->args[0]);
    if (c->app.json)
        return help_as_json();
    printf("ridge: a workbook for ML-systems engineering, from silicon to softmax\n\n"
           "  ridge                the workbook, on a terminal; elsewhere `ridge status`\n"
           "  ridge help COMMAND   its arguments and options\n"
           "  ridge help counters  what each counter of a profile is\n\n");
    print_commands(c);
    printf("\n");
    struct cli_table *t = options_table();
    for (const struct cli_option *o = cli_tables.common; o->name; o++)
        add_option(t, o);
    cli_table_print(c, t);
    putchar('\n');
    printf("Exit codes: ");
    cli_prose(12, "0 all passed, 1 some milestone failed, 2 usage, 3 build failed, 4 crashed, 5 limit, 6 skipped, "
                  "7 inconclusive, 8 suspicious, 9 our own fault, 10 configuration or database, 130 interrupted.");
    return APP_OK;
}
