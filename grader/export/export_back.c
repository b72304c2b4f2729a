/* export_back.c: by which names Moodle and Canvas know whose a file is, and a table for mail. */
#define _GNU_SOURCE
#include "export_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/intake/intake.h"
#include "runner/base/utf8.h"

/* ---- where a submission came from ------------------------------------------------------------------------ */

/* What intake.c says of a choice stands behind the name, in parentheses. */
static void without_note(char *origin)
{
    static const char *const notes[] = { " (the newest of ", " (out of an archive in the archive: " };
    for (size_t k = 0; k < sizeof notes / sizeof *notes; k++) {
        char *at = strstr(origin, notes[k]);
        if (at)
            *at = 0;
    }
}

/* The part of an origin, "SOURCE/FOLDER/…", that this system named. free() it; NULL: there is none. */
static char *part_of(const char *origin, enum intake_layout layout, struct intake_name *ret)
{
    char *copy = util_path("%s", origin ? origin : ""), *save = NULL, *found = NULL;
    without_note(copy);
    for (char *p = strtok_r(copy, "/", &save); p && !found; p = strtok_r(NULL, "/", &save))
        if (intake_layout_of(p, ret) == layout)
            found = util_path("%s", p);
    free(copy);
    return found;
}

/* ---- Moodle ---------------------------------------------------------------------------------------------- */

/* "Participant 4711", under whatever heading the worksheet's language has, when the roster was made from one. */
static bool roster_number(const json_t *row, char ret[32])
{
    static const char *const words[] = { "Participant", "Teilnehmer/in", "Participante", "Partecipante" };
    const char *heading, *s;
    json_t *v;
    json_object_foreach((json_t *)(size_t)json_object_get(row, "extra"), heading, v) {
        s = json_string_value(v);
        for (size_t k = 0; s && k < sizeof words / sizeof *words; k++) {
            size_t n = strlen(words[k]);
            const char *digits = s + n + (!strncmp(s, words[k], n) ? strspn(s + n, " ") : 0);
            if (strncmp(s, words[k], n) || !*digits || strspn(digits, "0123456789") != strlen(digits) ||
                strlen(digits) > 20)
                continue;
            snprintf(ret, 32, "%s", digits);
            return true;
        }
    }
    return false;
}

/* A name as Moodle's clean_param(…, PARAM_FILE) leaves it: without what no file may have in its name; the download puts
 * a space where there is an underline, because its import cuts names there. */
static void add_name(struct text *to, const char *name)
{
    size_t n = strlen(name), used, from = to->len;
    for (size_t k = 0; k < n; k += used) {
        uint32_t u = utf8_decode(name + k, n - k, &used);
        if (u == '_' || isspace((int)(u < 0x80 ? u : 'x')))
            text_add(to, " ", 1);
        else if (u >= ' ' && u != 0xFFFD && !utf8_is_unsafe(u) && !(u < 0x80 && strchr("&<>\"`|':\\/", (int)u)))
            text_add(to, name + k, used);
        if (to->len - from > 150)
            break;
    }
    if (to->len == from)
        text_addf(to, "student");
}

char *export_moodle_folder(const json_t *row, const char *origin)
{
    struct intake_name name;
    struct text to = { 0 };
    char number[32];
    char *part = part_of(origin, INTAKE_MOODLE, &name);
    bool handed_in = part != NULL;
    free(part);
    if (!handed_in && !roster_number(row, number))
        return NULL;
    add_name(&to, handed_in ? name.who : util_str(row, "name", ""));
    text_addf(&to, "_%s_assignsubmission_file_", handed_in ? name.id : number);
    return to.s;
}

/* ---- Canvas ---------------------------------------------------------------------------------------------- */

char *export_canvas_file(const char *origin)
{
    struct intake_name name;
    char *part = part_of(origin, INTAKE_CANVAS, &name);
    /* one number alone: a text or a link, for which Canvas takes no file, or "anon_ID_NUMBER_" of an anonymous one */
    if (part && !name.upload && strncmp(part, "anon_", 5)) {
        free(part);
        return NULL;
    }
    return part;
}

/* ---- mail ------------------------------------------------------------------------------------------------ */

void export_mail(const struct export_class *c, struct text *to)
{
    size_t k;
    const json_t *row;
    double v;
    text_addf(to, "key,name,email,lab,title,status,points,max,grade,page\r\n");
    json_array_foreach(c->rows, k, row) {
        static const char *const who[] = { "key", "name", "email" }, *const figures[] = { "points", "max", "grade" };
        for (size_t q = 0; q < sizeof who / sizeof *who; q++) {
            export_cell(to, util_str(row, who[q], ""), ',');
            text_addf(to, ",");
        }
        export_cell(to, c->lab, ',');
        text_addf(to, ",");
        export_cell(to, c->title, ',');
        text_addf(to, ",%s", util_str(row, "status", ""));
        for (size_t q = 0; q < sizeof figures / sizeof *figures; q++) {
            text_addf(to, ",");
            if (export_value(row, figures[q], &v))
                export_number(to, v, '.');
        }
        text_addf(to, ",");
        export_cell(to, util_str(row, "page", ""), ',');
        text_addf(to, "\r\n");
    }
}
