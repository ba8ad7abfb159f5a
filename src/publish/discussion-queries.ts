const DISCUSSION = 'id databaseId number title url body closed viewerDidAuthor';
const COMMENT = 'id databaseId url body isMinimized viewerDidAuthor';

/** What discussions are asked for and made to do, each held against GitHub's schema by the tests. */
export const DISCUSSION_QUERIES = {
  list: `query($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      hasDiscussionsEnabled
      discussions(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { ${DISCUSSION} }
      }
    }
  }`,
  categories: `query($owner: String!, $name: String!) {
    repository(owner: $owner, name: $name) {
      id
      discussionCategories(first: 100) { nodes { id name slug } }
    }
  }`,
  comments: `query($id: ID!, $after: String) {
    node(id: $id) {
      ... on Discussion {
        comments(first: 100, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes { ${COMMENT} }
        }
      }
    }
  }`,
  create: `mutation($repository: ID!, $category: ID!, $title: String!, $body: String!) {
    createDiscussion(input: { repositoryId: $repository, categoryId: $category, title: $title, body: $body }) {
      discussion { ${DISCUSSION} }
    }
  }`,
  update: `mutation($id: ID!, $title: String, $body: String) {
    updateDiscussion(input: { discussionId: $id, title: $title, body: $body }) {
      discussion { ${DISCUSSION} }
    }
  }`,
  close: `mutation($id: ID!, $body: String!) {
    updateDiscussion(input: { discussionId: $id, body: $body }) { discussion { id } }
    closeDiscussion(input: { discussionId: $id, reason: OUTDATED }) { discussion { id } }
  }`,
  comment: `mutation($id: ID!, $body: String!) {
    addDiscussionComment(input: { discussionId: $id, body: $body }) { comment { ${COMMENT} } }
  }`,
  updateComment: `mutation($id: ID!, $body: String!) {
    updateDiscussionComment(input: { commentId: $id, body: $body }) { comment { ${COMMENT} } }
  }`,
  deleteComment: `mutation($id: ID!) {
    deleteDiscussionComment(input: { id: $id }) { comment { id } }
  }`,
} as const;
