/* csv.c: one pass over the text; each cell remembers its bytes and its meaning. */
#include "csv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"

struct cell {
    size_t at, n, value; /* raw bytes in `raw`; the meaning begins at `value` in `values` */
};

struct row {
    size_t first, n, line;
    const char *ending;
};

struct csv {
    char *raw, *values;
    size_t size, nvalues;
    struct cell *cell;
    struct row *row;
    size_t ncells, cell_room, nrows, row_room;
    char separator;
    bool bom;
    size_t preface; /* bytes before the first row: a mark, and Excel's "sep=;" */
};

/* Room for one more of `size` bytes each. */
static bool grow(void *list, size_t n, size_t *room, size_t size)
{
    void **p = list;
    if (n < *room)
        return true;
    size_t more = *room ? *room * 2 : 64;
    void *q = realloc(*p, more * size);
    if (!q)
        return false;
    *p = q;
    *room = more;
    return true;
}

static char choose_separator(const char *s, size_t n)
{
    static const char all[] = ",;\t";
    size_t count[3] = {0}, best = 0;
    bool quoted = false;
    for (size_t k = 0; k < n && (quoted || (s[k] != '\n' && s[k] != '\r')); k++) {
        const char *is = s[k] ? strchr(all, s[k]) : NULL;
        if (s[k] == '"')
            quoted = !quoted;
        else if (is && !quoted)
            count[is - all]++;
    }
    for (size_t k = 1; k < 3; k++)
        if (count[k] > count[best])
            best = k;
    return all[best];
}

/* Excel's own first line, "sep=;": its length with its end; 0: there is none. */
static size_t said_separator(const char *s, size_t n, char *ret)
{
    if (n < 5 || memcmp(s, "sep=", 4) || !memchr(",;\t", s[4], 3))
        return 0;
    size_t k = 5 + (n > 5 && s[5] == '\r');
    if (k < n && s[k] != '\n')
        return 0;
    *ret = s[4];
    return k < n ? k + 1 : k;
}

static int check_text(const char *s, size_t n, struct err *e)
{
    size_t line = 1, used;
    if (n > CSV_MAX_BYTES)
        return err_set(e, "The file is larger than %d MiB.", CSV_MAX_BYTES >> 20);
    if (n >= 2 && (!memcmp(s, "\xFF\xFE", 2) || !memcmp(s, "\xFE\xFF", 2)))
        return err_set(e, "The file is UTF-16 text, as Excel's \"Unicode Text\" is: save the file as \"CSV UTF-8\", or "
                          "run `iconv -f UTF-16 -t UTF-8 FILE >NEW`");
    for (size_t k = 0; k < n; k += used) {
        uint32_t u = utf8_decode(s + k, n - k, &used);
        if (!s[k])
            return err_set(e, "Line %zu has a NUL byte: save the file as CSV in UTF-8.", line);
        if (u == 0xFFFD && memcmp(s + k, "\xEF\xBF\xBD", used < 3 ? used : 3))
            return err_set(e, "Line %zu is not UTF-8 text but, by the look of it, Windows-1252, as Excel's \"CSV\" "
                              "is: save the file as \"CSV UTF-8\", or run `iconv -f WINDOWS-1252 -t UTF-8 FILE "
                              ">NEW`", line);
        line += s[k] == '\n' || (s[k] == '\r' && (k + 1 == n || s[k + 1] != '\n'));
    }
    return 0;
}

static bool ends_cell(const struct csv *c, size_t k)
{
    return k >= c->size || c->raw[k] == c->separator || c->raw[k] == '\n' || c->raw[k] == '\r';
}

/* A quoted cell from *k on; the meaning goes to `values`. *line counts the lines it spans. */
static int quoted(struct csv *c, size_t *k, size_t *line, struct err *e)
{
    size_t began = *line;
    for ((*k)++; *k < c->size; (*k)++) {
        char b = c->raw[*k];
        if (b == '"' && *k + 1 < c->size && c->raw[*k + 1] == '"')
            (*k)++;
        else if (b == '"')
            break;
        *line += b == '\n' || (b == '\r' && (*k + 1 == c->size || c->raw[*k + 1] != '\n'));
        c->values[c->nvalues++] = b;
    }
    if (*k == c->size)
        return err_set(e, "Line %zu has a quote that is never closed.", began);
    (*k)++;
    return ends_cell(c, *k) ? 0 : err_set(e, "Line %zu has text behind a closing quote.", *line);
}

static int bare(struct csv *c, size_t *k, size_t line, struct err *e)
{
    for (; !ends_cell(c, *k); (*k)++) {
        if (c->raw[*k] == '"')
            return err_set(e, "Line %zu has a quote inside a cell that does not begin with a quote.", line);
        c->values[c->nvalues++] = c->raw[*k];
    }
    return 0;
}

static int one_cell(struct csv *c, size_t *k, size_t *line, struct err *e)
{
    if (!grow(&c->cell, c->ncells, &c->cell_room, sizeof *c->cell))
        return err_set(e, "There is no memory left.");
    struct cell *now = &c->cell[c->ncells++];
    *now = (struct cell){.at = *k, .value = c->nvalues};
    if (*k < c->size && c->raw[*k] == '"' ? quoted(c, k, line, e) : bare(c, k, *line, e))
        return -1;
    c->values[c->nvalues++] = 0;
    now->n = *k - now->at;
    return 0;
}

static const char *take_ending(const struct csv *c, size_t *k)
{
    const char *is = *k >= c->size                                ? ""
                     : c->raw[*k] == '\n'                         ? "\n"
                     : *k + 1 < c->size && c->raw[*k + 1] == '\n' ? "\r\n"
                                                                  : "\r";
    *k += strlen(is);
    return is;
}

static int one_row(struct csv *c, size_t *k, size_t *line, struct err *e)
{
    if (c->nrows == CSV_MAX_ROWS)
        return err_set(e, "Line %zu: the file has more than %d rows.", *line, CSV_MAX_ROWS);
    if (!grow(&c->row, c->nrows, &c->row_room, sizeof *c->row))
        return err_set(e, "There is no memory left.");
    struct row *r = &c->row[c->nrows++];
    *r = (struct row){.first = c->ncells, .line = *line, .ending = ""};
    for (;;) {
        if (r->n == CSV_MAX_CELLS)
            return err_set(e, "Line %zu has more than %d cells.", r->line, CSV_MAX_CELLS);
        if (one_cell(c, k, line, e))
            return -1;
        r->n++;
        if (*k >= c->size || c->raw[*k] != c->separator)
            break;
        (*k)++;
    }
    r->ending = take_ending(c, k);
    *line += *r->ending != 0;
    return 0;
}

struct csv *csv_parse(const char *text, size_t n, struct err *e)
{
    size_t k = 0, line = 1;
    if (check_text(text, n, e))
        return NULL;
    struct csv *c = calloc(1, sizeof *c);
    if (!c || !(c->raw = malloc(n + 1)) || !(c->values = malloc(2 * n + 2))) {
        err_set(e, "There is no memory left.");
        csv_free(c);
        return NULL;
    }
    memcpy(c->raw, text, n);
    c->raw[n] = 0;
    c->size = n;
    c->bom = n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3);
    k = c->bom ? 3 : 0;
    size_t first = said_separator(text + k, n - k, &c->separator);
    line += first != 0;
    k += first;
    c->preface = k;
    if (!first)
        c->separator = choose_separator(text + k, n - k);
    while (k < n)
        if (one_row(c, &k, &line, e)) {
            csv_free(c);
            return NULL;
        }
    return c;
}

void csv_free(struct csv *c)
{
    if (!c)
        return;
    free(c->raw);
    free(c->values);
    free(c->cell);
    free(c->row);
    free(c);
}

size_t csv_rows(const struct csv *c)
{
    return c->nrows;
}

size_t csv_cells(const struct csv *c, size_t row)
{
    return row < c->nrows ? c->row[row].n : 0;
}

static const struct cell *cell_at(const struct csv *c, size_t row, size_t cell)
{
    return cell < csv_cells(c, row) ? &c->cell[c->row[row].first + cell] : NULL;
}

const char *csv_cell(const struct csv *c, size_t row, size_t cell)
{
    const struct cell *is = cell_at(c, row, cell);
    return is ? c->values + is->value : "";
}

const char *csv_raw(const struct csv *c, size_t row, size_t cell, size_t *ret_n)
{
    const struct cell *is = cell_at(c, row, cell);
    *ret_n = is ? is->n : 0;
    return is ? c->raw + is->at : "";
}

size_t csv_line(const struct csv *c, size_t row)
{
    return row < c->nrows ? c->row[row].line : 0;
}

char csv_separator(const struct csv *c)
{
    return c->separator;
}

int csv_bom(const struct csv *c)
{
    return c->bom;
}

const char *csv_preface(const struct csv *c, size_t *ret_n)
{
    *ret_n = c->preface;
    return c->raw;
}

const char *csv_ending(const struct csv *c, size_t row)
{
    return row < c->nrows ? c->row[row].ending : "";
}

void csv_write_cell(struct text *to, const char *cell, char separator)
{
    size_t n = strlen(cell);
    bool quotes = n && (strchr(cell, separator) || strpbrk(cell, "\"\r\n") || cell[0] == ' ' || cell[n - 1] == ' ');
    if (!quotes) {
        text_add(to, cell, n);
        return;
    }
    text_add(to, "\"", 1);
    for (size_t k = 0; k < n; k++)
        text_add(to, cell[k] == '"' ? "\"\"" : cell + k, cell[k] == '"' ? 2 : 1);
    text_add(to, "\"", 1);
}
