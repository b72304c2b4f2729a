/* net_login.h: finds the password of one job, so that ridge-net need not see the passwords of all hosts. */
#ifndef RUNNER_NET_LOGIN_H
#define RUNNER_NET_LOGIN_H

#include <jansson.h>

/* {"host", "user", "password"} for the host of an address, from `text`, the contents of a .netrc; NULL when the text
 * has none for the host, or when the address names a user itself. */
json_t *net_login(const char *text, const char *url);

/* The contents of ~/.netrc; NULL without one. You own the storage. */
char *net_login_file(void);

#endif
