/* net_login.c: .netrc: words, `machine NAME` or `default` before `login` and `password`. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net_login.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runner/base/util.h"

enum { NETRC_BYTES = 1 << 20, WORD = 512 };

/* The next word at *s, which may stand in quotes with \ before what is meant as it is; false at the end. */
static bool next_word(const char **s, char ret[WORD])
{
    size_t n = 0;
    const char *p = *s + strspn(*s, " \t\r\n");
    for (; *p == '#'; p += strspn(p, " \t\r\n"))
        p += strcspn(p, "\n");
    bool quoted = *p == '"', there = *p != 0;
    for (p += quoted; *p && (quoted ? *p != '"' : !strchr(" \t\r\n", *p)); p++) {
        p += quoted && *p == '\\' && p[1];
        if (n < WORD - 1)
            ret[n++] = *p;
    }
    ret[n] = 0;
    *s = p + (quoted && *p);
    return there;
}

/* Up to the empty line that ends a macro. */
static const char *after_macro(const char *s)
{
    const char *end = strstr(s, "\n\n");
    return end ? end : s + strlen(s);
}

static json_t *entry_of(const char *s, const char *host)
{
    char word[WORD], user[WORD] = "", password[WORD] = "";
    bool ours = false;
    while (next_word(&s, word)) {
        bool machine = !strcmp(word, "machine"), other = !strcmp(word, "default");
        if (ours && (machine || other))
            break;
        if (!strcmp(word, "macdef"))
            s = after_macro(s);
        else if (machine)
            ours = next_word(&s, word) && !strcasecmp(word, host);
        else if (other)
            ours = true;
        else if (!strcmp(word, "login"))
            next_word(&s, ours ? user : word);
        else if (!strcmp(word, "password"))
            next_word(&s, ours ? password : word);
    }
    return ours ? json_pack("{s:s s:s s:s}", "host", host, "user", user, "password", password) : NULL;
}

json_t *net_login(const char *text, const char *url)
{
    const char *host = strstr(url, "://");
    size_t n;
    char name[256];
    if (!text || !host)
        return NULL;
    host += 3;
    n = strspn(host, HOST_LETTERS);
    if (!n || n >= sizeof name || (host[n] && !strchr(":/?#", host[n])) || memchr(host, '@', strcspn(host, "/?#")))
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)n, host);
    return entry_of(text, name);
}

char *net_login_file(void)
{
    const char *home = getenv("HOME");
    char *path = util_path("%s/.netrc", home ? home : "");
    char *text = home ? util_read_file(path, NETRC_BYTES, NULL) : NULL;
    free(path);
    return text;
}
