/** The picture that stands in for the demo where that cannot run; made by `npm run still`. */
import picture from "../figure-2.svg";

export default picture;
