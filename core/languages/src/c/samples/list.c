#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

void list_free(struct node *head)
{
	while (head) {
		struct node *next = head->next;

		free(head);
		head = next;
	}
}
