export default {"test":{"reporters":["dot"]}};
