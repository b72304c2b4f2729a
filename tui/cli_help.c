/* Help, from the two tables. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static void option_line(const struct cli_option *o)
{
    char name[40];
    snprintf(name, sizeof name, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    printf("  %-18s %s\n", name, o->help);
}

static void command_line(const struct cli_command *k)
{
    printf("  %-11s ", k->name);
    cli_column(k->args, 30);
    printf("%s\n", k->help);
}

/* What options alone do not tell, of those commands that an instructor meets first. */
static const struct {
    const char *command, *text;
} more[] = {
    { "grade",
      "Takes a folder, zip or tar of a class as Canvas and Moodle download it, or with a folder, archive or file\n"
      "named after each student: key, login, e-mail or name. What fits nobody, or two, is listed and never\n"
      "guessed. Without a folder: what is queued, and the table again. Killed or interrupted, the same\n"
      "command goes on; nothing is graded twice. Without --phase: correct, sanitize and perf. Without --jobs: one\n"
      "at a time; timings take turns however many. --due, --late, --grace, --keep and --visibility are remembered;\n"
      "a policy that changes grades the class has is shown and asked about, or wants --yes; so does `ridge regrade`,\n"
      "which takes nothing in. Exits with 0 whenever the grading worked.\n\n"
      "  ridge roster import students.csv\n"
      "  ridge grade submissions.zip --lab w03 --due 2026-12-01T23:59+01:00 --late 10%/day --grace 15m --jobs 2\n"
      "  ridge grade by-mail/ --lab w03 --received 2026-12-01T20:15+01:00\n"
      "  ridge export w03 --format html --out pages\n" },
    { "regrade",
      "Runs everything of the class (--only: of one student) once more beside the grades that count, and shows what\n"
      "would change; the same command with --yes publishes it. With --due, --late, --grace, --keep or --visibility\n"
      "nothing runs: shown is what that policy would make of the verdicts there are.\n\n"
      "  ridge regrade --lab w03 --only s123\n"
      "  ridge regrade --lab w03 --late 5%/day          # then with --yes\n" },
    { "roster",
      "Columns are found by their headings, in Canvas's, Moodle's and plain spellings. Importing again says who is\n"
      "new, who changed and who is not in the file, and takes nobody out; `drop` does, and keeps what they handed "
      "in.\n" },
    { "export",
      "canvas and moodle with --template fill the file that the system exported, in place, and change one column;\n"
      "points are scaled to what that file says is possible. Who has no grade keeps an empty cell.\n\n"
      "  ridge export w03 --format canvas --template gradebook.csv --out filled.csv\n"
      "  ridge export w03 --format moodle --template worksheet.csv --column Grade\n"
      "  ridge export w03 --format html --out pages     # index.html, and a page a student to hand out\n"
      "  ridge export w03 --format gradescope --out results\n" },
    { "similar",
      "Compares the last submissions of the class, or those in the folders and archives that are named, by their\n"
      "tokens: names, numbers, comments and the order of functions do not matter. What was given out does not "
      "count.\n" },
    { "class",
      "A sign a lab: ✓ passed, ★ gold, ✗ failed, ! error, ? in doubt, ‼ suspicious, – skipped,\n"
      "h held, q queued, r refused, · missing.\n"
      "The workbook has it under C, with each student's evidence behind Enter. With a LAB: its milestones, and the\n"
      "commonest mistakes.\n" },
    { NULL, NULL },
};

static void print_more(const char *name)
{
    for (size_t k = 0; more[k].command; k++)
        if (!strcmp(more[k].command, name))
            printf("\n%s", more[k].text);
}

static int help_command(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        if (strcmp(c->name, name))
            continue;
        printf("ridge %s%s%s\n    %s\n\n", c->name, *c->args ? " " : "", c->args, c->help);
        for (const struct cli_option *o = cli_options; o->name; o++)
            if (o->bit & (c->options | OPT_COMMON))
                option_line(o);
        print_more(name);
        return APP_OK;
    }
    return cli_error(APP_USAGE, "There is no command \"%s\". `ridge help` lists them.", name);
}

int cmd_help(struct cli *c)
{
    if (c->nargs)
        return help_command(c->args[0]);
    printf("ridge: a workbook for ML-systems engineering, from silicon to softmax\n\n"
           "  ridge              the workbook, on a terminal; elsewhere the same as `ridge status`\n\n");
    for (const struct cli_command *k = cli_commands; k->name; k++)
        if (*k->help)
            command_line(k);
    printf("\n");
    for (const struct cli_option *o = cli_options; o->name; o++)
        if (o->bit & OPT_COMMON)
            option_line(o);
    printf(
        "\nExit codes: 0 all passed, 1 some milestone failed, 2 usage, 3 build failed, 4 crashed, 5 limit,\n"
        "6 skipped, 7 inconclusive, 8 suspicious, 9 our own fault, 10 configuration or database, 130 interrupted.\n");
    return APP_OK;
}
