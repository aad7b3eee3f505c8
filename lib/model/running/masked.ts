/**
 * A text without a secret in it. Whatever is printed, attached or written is made of nothing else, so that the
 * compiler shows what has not passed the mask. In a file of its own, because the package's types lead here, and must need
 * none of Node.
 */
export type Masked = string & { readonly masked: true };
