/** Style sheets are bundled with the page; the script only names them. */
declare module "*.css";
